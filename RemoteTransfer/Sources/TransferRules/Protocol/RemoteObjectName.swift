/// The rules for names of objects below a remote's prefix.
package enum RemoteObjectName {
    /// Returns a sentence where a name is none that S3 and WebDAV both keep as it is.
    package static func nameProblem(_ name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= 900 else {
            return "A name has 1 to 900 bytes."
        }
        return componentProblem(name[...])
    }

    /// Returns a sentence where no name of an object can begin so.
    ///
    /// The empty prefix is every name's beginning.
    package static func prefixProblem(_ prefix: String) -> String? {
        if prefix.isEmpty { return nil }
        guard prefix.utf8.count <= 900 else { return "A prefix has at most 900 bytes." }
        return componentProblem(prefix.hasSuffix("/") ? prefix.dropLast() : prefix[...])
    }

    // Servers and proxies resolve `.` and `..`, and join slashes, so that such a name could mean another object.
    private static func componentProblem(_ name: Substring) -> String? {
        guard name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            return "A name has no control characters."
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            return "No part of a name between slashes is empty, \".\" or \"..\"."
        }
        return nil
    }
}
