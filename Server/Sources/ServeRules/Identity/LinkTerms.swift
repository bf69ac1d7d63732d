public import Foundation

/// What a share link asks of its guests, and how often it may be used.
public struct LinkTerms: Codable, Hashable, Sendable {
    /// The numbers of views that a link may be limited to.
    public static let viewLimits = 1...1_000_000
    /// The lengths that a password may have, in characters: it is asked only of those who have the link.
    public static let passwordLengths = 4...200

    /// The password that guests type, as the server hashes passwords; nil where they need none.
    public let passwordHash: Data?
    /// The most sessions that may begin with the link; nil for any number.
    public let mostViews: Int?
    /// The number of sessions that have begun with the link.
    public private(set) var views = 0

    /// Makes the terms of a link that nobody has used.
    public init(passwordHash: Data? = nil, mostViews: Int? = nil) {
        self.passwordHash = passwordHash
        self.mostViews = mostViews
    }

    /// Whether no further session may begin.
    public var isUsedUp: Bool { mostViews.map { views >= $0 } ?? false }

    /// Counts a session that begins.
    ///
    /// - Returns: Whether it may begin.
    public mutating func countView() -> Bool {
        guard !isUsedUp else { return false }
        views += 1
        return true
    }
}
