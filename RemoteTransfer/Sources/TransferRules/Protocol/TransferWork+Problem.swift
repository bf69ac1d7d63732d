package import PhotosBase

/// Requests that nobody can fulfil.
extension TransferWork {
    /// Returns a sentence where a part is missing or has an impossible value.
    func problemSentence() -> String? {
        switch self.do {
        case .put, .get, .prove, .look, .delete:
            guard let name else { return "The request needs \"name\"." }
            if let problem = RemoteObjectName.nameProblem(name) { return problem }
        case .list:
            if let problem = RemoteObjectName.prefixProblem(prefix ?? "") { return problem }
        case .probe: break
        }
        if self.do == .put || self.do == .get {
            guard let file, file.hasPrefix("/"), !file.utf8.contains(0) else {
                return "The request needs \"file\", the absolute path of a file."
            }
        }
        if isRange {
            guard self.do == .get, let offset, let length, offset >= 0, length > 0,
                offset <= .max - length
            else {
                return
                    "A range needs \"offset\" from 0 and \"length\" from 1, and only get has ranges."
            }
        } else if [.put, .get, .prove].contains(self.do) {
            guard let bytes, bytes >= 0 else { return "The request needs \"bytes\", from 0." }
            guard sha256.map({ Hexadecimal.checksum(of: $0) != nil }) ?? (self.do != .prove) else {
                return "The request needs \"sha256\", 64 hexadecimal digits."
            }
        }
        if let parts, self.do != .prove || parts < 1 << 20 {
            return "\"parts\" is a number of bytes from 1 MiB, and only prove gives parts."
        }
        if let limit, !(1...10_000).contains(limit) {
            return "\"limit\" is a number from 1 to 10,000."
        }
        if let rate = remote.rate, !(rate >= 1 && rate <= 1e12) {
            return "\"rate\" is a number of bytes a second, from 1 to 10^12."
        }
        return nil
    }

    /// Whether the request asks for a range of the object alone.
    package var isRange: Bool { offset != nil || length != nil }
}
