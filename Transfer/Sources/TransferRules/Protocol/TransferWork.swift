import PhotosBase

/// A request for work on one remote.
package struct TransferWork: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case put
        case get
        case prove
        case look
        case list
        case delete
        case probe
    }

    /// The number that all replies to this request have.
    package var id: Int64
    package var `do`: Kind
    package var remote: RemoteDescription
    /// The object's name below the remote's prefix.
    package var name: String?
    /// The local file of `put` and `get`.
    package var file: String?
    /// The length of the object in bytes.
    package var bytes: Int64?
    /// The SHA-256 of the object in hexadecimal digits.
    ///
    /// `put` and `get` compare nothing but the length without it.
    package var sha256: String?
    /// The first byte that `get` asks for, where it asks for a range.
    package var offset: Int64?
    /// The number of bytes of that range.
    package var length: Int64?
    /// The number of bytes of the parts whose checksums `prove` gives, at least 1 MiB.
    package var parts: Int64?
    /// Whether `get` waits until the bytes are on the disk.
    ///
    /// The default is true; the caller of false syncs by itself.
    package var durable: Bool?
    /// The beginning of the names that `list` gives.
    package var prefix: String?
    /// `list` gives the names after this one.
    package var after: String?
    /// The most names that `list` gives, from 1 to 10,000.
    ///
    /// The default is 1,000.
    package var limit: Int?

    package init(id: Int64, do kind: Kind, remote: RemoteDescription) {
        self.id = id
        self.do = kind
        self.remote = remote
    }

    /// Returns a sentence where a part is missing or has an impossible value.
    func problem() -> String? {
        switch self.do {
        case .put, .get, .prove, .look, .delete:
            guard let name else { return "The request needs \"name\"." }
            if let problem = ObjectName.problem(name) { return problem }
        case .list:
            if let problem = ObjectName.prefixProblem(prefix ?? "") { return problem }
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
