import java.util.List;

/** Wires the parts of the server together. */
final class App {
    final Object lock = new Object();
    final Settings settings;
    final Timeline time = new Timeline(lock);
    final Store store;
    final Webhooks hooks = new Webhooks(this);
    final Tokens tokens = new Tokens(this);
    final Files files = new Files(this);
    final Funds funds = new Funds(this);
    final Transactions transactions = new Transactions(this);
    final Contracts contracts = new Contracts(this);
    final Businesses businesses = new Businesses(this);
    final Persons persons = new Persons(this);
    final Users users = new Users(this);
    final Kyc kyc = new Kyc(this);
    final Kyb kyb = new Kyb(this);
    final Taxes taxes = new Taxes(this);
    final Compliance compliance = new Compliance(this);
    final Accounts accounts = new Accounts(this);
    final Invoices invoices = new Invoices(this);
    final Reimbursements reimbursements = new Reimbursements(this);
    final Payrolls payrolls = new Payrolls(this);
    final Payouts payouts = new Payouts(this);

    App(Settings settings) {
        this.settings = settings;
        store = new Store(time, settings.listDelayMs());
    }

    Router publicRoutes() {
        Router router = new Router();
        List.of(tokens, files, funds, transactions, contracts, businesses, persons, users, kyc, kyb, taxes, compliance,
                accounts, invoices, reimbursements, payrolls, payouts).forEach(part -> part.routes(router));
        return router;
    }

    Router dashboardRoutes() {
        Router router = new Router();
        new Dashboard(this).routes(router);
        new DashboardMoney(this).routes(router);
        return router;
    }

    void emit(String businessId, String event, Object... payload) { hooks.emit(businessId, event, Json.of(payload)); }

    void status(Entity entity, String status) {
        entity.set("status", status);
        touch(entity);
    }

    void touch(Entity entity) {
        if (entity.fields.containsKey("lastUpdatedTimestamp")) { entity.set("lastUpdatedTimestamp", time.seconds()); }
    }

    /** A new object with the two timestamps that most objects have. */
    Entity stamped(String kind, String businessId) {
        long now = time.seconds();
        return store.create(kind, businessId).set("createdTimestamp", now).set("lastUpdatedTimestamp", now);
    }
}
