/// Calls a closure, and returns its result.
///
/// On Apple's systems, autoreleased objects of the closure are released at its end. Swift on Linux releases each
/// object with its last reference, so there are no such objects.
///
/// - Parameter body: The closure; it is called once, on this thread.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
