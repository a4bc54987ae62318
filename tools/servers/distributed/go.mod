module workforce

go 1.26
