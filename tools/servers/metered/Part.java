/** A part of the service: a group of operations with their rules. Parts run under the state lock. */
abstract class Part {
    final App app;
    Part(App app) { this.app = app; }
    abstract void routes(Router router);
}
