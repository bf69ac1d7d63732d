/// Calls a closure, and gives back what it returns.
///
/// On Apple's systems, objects of Objective-C that the closure leaves over are released at its end. Swift on Linux
/// releases each object with its last reference, so nothing is left over.
///
/// - Parameter body: What to do; it is called once, on this thread.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public func autoreleasepool<Result: ~Copyable, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
