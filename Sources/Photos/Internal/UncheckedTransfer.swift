/// Carries a closure of the caller to a queue of the library.
struct UncheckedTransfer<Value>: @unchecked Sendable {
    // Unchecked because closures in PhotoKit's signatures need not be Sendable. Each closure is called by one thread at
    // a time.
    let value: Value

    init(_ value: Value) { self.value = value }
}
