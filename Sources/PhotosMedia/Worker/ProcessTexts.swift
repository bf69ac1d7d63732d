import Glibc

/// Texts as programs get them when they are started.
enum ProcessTexts {
    /// Calls `body` with a list of texts that ends with a null pointer.
    static func with<Result>(
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
