import Foundation

/// A request to `photokit-transfer`, as `Documentation/Transfers.md` describes it.
struct TransferQuestion: Encodable, Sendable {
    enum Kind: String, Encodable {
        case put
        case get
        case prove
        case look
        case list
        case delete
        case probe
    }

    /// The remote of a request.
    struct Remote: Encodable {
        var url: String
        var endpoint: String?
        var region: String?
        var pathStyle: Bool?
        var credentials: String?
        var certificates: String?
        var rate: Int64?
    }

    var id: Int64 = 0
    var `do`: Kind
    var remote: Remote
    var name: String?
    var file: String?
    var bytes: Int64?
    var sha256: String?
    var offset: Int64?
    var length: Int64?
    /// The length of the parts whose checksums `prove` gives.
    var parts: Int64?
    var durable: Bool?
    var prefix: String?
    var after: String?
}

/// A line of the answers.
struct TransferAnswer: Decodable {
    /// The end of a request that succeeded.
    struct Done: Decodable {
        /// An object of a list.
        struct Item: Decodable {
            var name: String
            var bytes: Int64
        }

        var exists: Bool?
        var bytes: Int64?
        var items: [Item]?
        var more: Bool?
        var parts: [String]?
    }

    /// The end of a request that failed.
    struct Failed: Decodable {
        var code: String
        var sentence: String
    }

    var id: Int64?
    var progress: Int64?
    var done: Done?
    var failed: Failed?

    /// The failure; one of a newer program counts as a refusal.
    var failure: RemoteFailure {
        RemoteFailure(
            failed.flatMap { RemoteFailure.Code(rawValue: $0.code) } ?? .refused,
            failed?.sentence ?? "The program photokit-transfer gave an unknown answer."
        )
    }
}

/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
    private var rest = Data()

    /// Adds bytes, and returns the lines that they complete.
    mutating func add(_ data: Data) -> [Data] {
        rest.append(data)
        var lines: [Data] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Data(rest[rest.startIndex..<end]))
            rest = Data(rest[rest.index(after: end)...])
        }
        return lines
    }
}
