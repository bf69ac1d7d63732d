import Glibc

/// Converts strings to the form in which a program gets its arguments and environment.
package enum ProcessTexts {
    /// Calls `body` with C strings, followed by a null pointer.
    package static func with<Result>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer {
            for index in unsafe pointers.indices { unsafe free(pointers[index]) }
        }
        return unsafe body(pointers)
    }
}
