import Foundation
import OpenPhotoKit
import ServeRules
import Synchronization

/// Downloads that were asked for and not yet fetched.
///
/// The mutex guards them.
final class DownloadTickets: Sendable {
    struct Ticket: Sendable {
        var session: String
        /// The link or else the session that the ticket counts for.
        var source: String
        var isLimited: Bool
        var download: Download
        var issued: Double
    }

    /// The seconds in which a download is to begin.
    static let seconds = 60.0
    private static let limit = 64
    /// The most downloads of one session or link, so that no guest takes the places of all.
    private static let sourceLimit = 16
    /// The places that clients with limits leave to the owner.
    private static let ownersPlaces = 16

    private let clock: ServerClock
    private let tickets = Mutex<[String: Ticket]>([:])

    init(_ clock: ServerClock) { self.clock = clock }

    /// Adds a ticket for a download, and returns the identifier of the ticket.
    func issueTicket(for download: Download, to client: Credential) throws -> String {
        let now = clock.seconds
        let id = Secret.randomText()
        let source = client.link ?? client.id
        let isLimited = client.grant.user != .owner
        try tickets.withLock { tickets in
            tickets = tickets.filter { now - $0.value.issued <= Self.seconds }
            let own = tickets.values.count { $0.source == source }
            let limit = isLimited ? Self.limit - Self.ownersPlaces : Self.limit
            let counted = tickets.values.count { $0.isLimited || !isLimited }
            guard counted < limit, own < Self.sourceLimit else {
                throw Problem.tooMany(retryAfter: Self.seconds)
            }
            tickets[id] = Ticket(
                session: client.id,
                source: source,
                isLimited: isLimited,
                download: download,
                issued: now
            )
        }
        return id
    }

    /// Uses up a ticket of a session, and returns its download; nil for an unknown, used or late ticket.
    func useTicket(_ id: String, session: String) -> Download? {
        let now = clock.seconds
        return tickets.withLock { tickets in
            guard let ticket = tickets[id], ticket.session == session else { return nil }
            tickets[id] = nil
            return now - ticket.issued <= Self.seconds ? ticket.download : nil
        }
    }
}

/// The photos of a download, and what is sent of them.
struct Download: Sendable {
    enum Content: Sendable {
        case files(LibraryExport.Files)
        /// Pictures that are drawn anew, of these photos.
        case copies([ObjectName])
    }

    var count: Int
    var content: Content
}
