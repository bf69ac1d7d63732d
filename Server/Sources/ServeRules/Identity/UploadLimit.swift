/// How much the guests of a link may add together.
public struct UploadLimit: Codable, Hashable, Sendable {
    /// The limit of a link that states none.
    public static let usual = UploadLimit(files: 500, bytes: 2 << 30)
    /// The numbers of files that a link may be limited to.
    ///
    /// The list of a link is written for each file that comes, and has about 200 bytes a file.
    public static let fileCounts = 1...10_000
    /// The numbers of files that the owner may take in or refuse at once: so many identifiers fit into the body of a request.
    public static let chosenCounts = 1...50_000
    /// The numbers of bytes that a link may be limited to.
    public static let byteCounts: ClosedRange<Int64> = 1...(1 << 50)

    /// The most files.
    public let files: Int
    /// The most bytes.
    public let bytes: Int64

    /// Makes a limit.
    public init(files: Int, bytes: Int64) {
        self.files = files
        self.bytes = bytes
    }
}

/// How much the guests of a link have sent.
public struct UploadUsage: Codable, Hashable, Sendable {
    /// The number of files, also of those that were refused.
    public private(set) var files = 0
    /// The number of their bytes.
    public private(set) var bytes: Int64 = 0

    /// Makes the usage of a link through which nothing came.
    public init() {}

    /// Counts a file before it comes.
    ///
    /// - Parameters:
    ///   - size: Its bytes, 0 or more.
    ///   - limit: The limit of the link.
    /// - Returns: Whether the file may come; otherwise nothing is counted.
    public mutating func countFile(of size: Int64, within limit: UploadLimit) -> Bool {
        guard files < limit.files, size <= limit.bytes - min(bytes, limit.bytes) else {
            return false
        }
        files += 1
        bytes += size
        return true
    }

    /// Takes back what was counted of a file that did not come.
    public mutating func discountFile(of size: Int64) {
        files -= 1
        bytes -= size
    }

    /// Returns how much may still come.
    public func rest(of limit: UploadLimit) -> UploadLimit {
        UploadLimit(files: max(0, limit.files - files), bytes: max(0, limit.bytes - bytes))
    }
}
