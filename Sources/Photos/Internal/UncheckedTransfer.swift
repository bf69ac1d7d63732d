/// Carries a closure of the caller to a queue of the library.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    // Unchecked because closures in PhotoKit's signatures need not be Sendable. Each closure is called once, by a
    // single thread.
    let value: Value

    init(_ value: Value) { self.value = value }
}
