import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import Synchronization
import Testing

@testable import PhotoServer

/// Does the same by chance with two servers, and compares the answers to their limited clients.
struct TwinScript {
    /// A fault that is planted in one twin, which the comparison has to find.
    enum Leak {
        /// The device sees one photo more.
        case photo
        /// The streams tell of a change that nobody may see.
        case event
    }

    private let twins: [TwinServer]
    let routes: [RouteTable.Route]
    private let leak: Leak?
    private var random: Seeded
    /// The photos that both libraries have, by their local identifiers.
    private let shared: [String]
    /// The photos that each client sees.
    private var seen: [Set<String>]
    private var trashed: Set<String> = []
    private var number = 0
    private(set) var differences: [String] = []
    private(set) var visibleChanges = 0
    private(set) var asked: Set<String> = []
    /// The questions that were answered, not refused.
    private(set) var answeredCount = 0

    static let views = ["all", "favorites", "trash", "search:hill"]

    init(_ twins: [TwinServer], shared: [String], seen: Set<String>, seed: UInt64, _ leak: Leak?) {
        self.twins = twins
        self.shared = shared
        self.seen = [seen, seen]
        self.leak = leak
        random = Seeded(state: seed)
        routes = Routes.makeRouter(for: twins[0].serve.server).routes
            .sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }

    /// Asks a number of questions, and changes the libraries between them.
    mutating func run(_ count: Int) async throws {
        try await open()
        // Each route is asked at least once.
        for step in 0..<count where differences.count < 3 {
            try live()
            if let leak, step >= count / 2 { try plant(leak) }
            if step % 3 == 0 { try await change() }
            try await ask(routes[step % routes.count])
        }
        try await change()
        await close()
    }

    private func open() async throws {
        for view in Self.views {
            let path = view.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? view
            for twin in twins {
                for client in twin.clients {
                    _ = try await client.ask(
                        TwinQuestion(view: view, path: { _ in "/api/views/\(path)" })
                    )
                }
            }
        }
        for twin in twins {
            for client in twin.clients {
                // Guests of a link do not see Recently Deleted, and a stream with it is refused.
                let views = Self.views.filter { $0 != "trash" || client.name != "link" }
                try await client.listen(to: views)
            }
        }
    }

    private func close() async {
        for twin in twins { for client in twin.clients { client.hangUp() } }
    }

    private func plant(_ leak: Leak) throws {
        let twin = twins[1]
        switch leak {
        case .photo:
            let other = shared.first { !seen[0].contains($0) && !trashed.contains($0) }
            guard let other else { return }
            try twin.library.access.select([other], for: TwinServer.frame)
        case .event:
            for library in twin.serve.server.pool.all {
                library.views.state.withLock { $0.notices.activity += 1 }
                library.views.signalStreams()
            }
        }
    }

    // MARK: Changes

    /// Other things in each library, which no client may notice.
    private mutating func live() throws {
        for twin in twins where Bool.random(using: &random) {
            try twin.live(1, shared: shared)
        }
    }

    private enum Change: CaseIterable {
        case caption, favorite, date, keyword, trash, restore, select, deselect
    }

    /// The same in both libraries, which those clients must notice that see the photo.
    private mutating func change() async throws {
        visibleChanges += 1
        let photo = shared[Int.random(in: 0..<shared.count, using: &random)]
        var change = Change.allCases[Int.random(in: 0..<Change.allCases.count, using: &random)]
        if trashed.contains(photo) {
            change = .restore
        } else if change == .restore {
            change = .date
        }
        if change == .select || change == .deselect {
            change = seen[0].contains(photo) ? .deselect : .select
        }
        let number = visibleChanges
        for twin in twins { try Self.make(change, photo, number, twin) }
        var notice = seen.map { $0.contains(photo) }
        switch change {
        case .trash: trashed.insert(photo)
        case .restore: trashed.remove(photo)
        case .select, .deselect:
            seen[0].formSymmetricDifference([photo])
            notice = [true, false]
        default: break
        }
        for (index, isNoticed) in notice.enumerated() where isNoticed {
            try await compareEvents(index, "\(change)")
        }
    }

    private static func make(
        _ change: Change,
        _ photo: String,
        _ number: Int,
        _ twin: TwinServer
    ) throws {
        let library = twin.library
        let name = try #require(ObjectName(photo))
        let asset = try #require(twin.serve.server.pool.owner.asset(named: name))
        try library.withCurrent {
            switch change {
            case .select: try library.access.select([photo], for: TwinServer.frame)
            case .deselect: try library.access.select([], removing: [photo], for: TwinServer.frame)
            default:
                try library.performChangesAndWait(author: "Owner", work: .edit) {
                    var request: PHAssetChangeRequest { PHAssetChangeRequest(for: asset) }
                    switch change {
                    case .caption: request.caption = "hill \(number)"
                    case .favorite: request.isFavorite = !asset.isFavorite
                    case .date:
                        request.creationDate = Date(
                            timeIntervalSince1970: 1_577_880_000 + Double(number * 7919 % 100_000)
                        )
                    case .keyword: request.addKeyword("hill\(number)")
                    case .trash: PHAssetChangeRequest.deleteAssets([asset])
                    case .restore: PHAssetChangeRequest.restoreAssets([asset])
                    case .select, .deselect: break
                    }
                }
            }
        }
    }

    private mutating func compareEvents(_ client: Int, _ cause: String) async throws {
        var told: [[String]] = []
        for twin in twins { told.append(try await twin.clients[client].events()) }
        compare(
            told[0].joined(separator: "\n"),
            told[1].joined(separator: "\n"),
            "events of the \(twins[0].clients[client].name) after \(cause)"
        )
    }

    // MARK: Questions

    private mutating func ask(_ route: RouteTable.Route) async throws {
        let world = TwinWorld(
            photos: (shared + twins.flatMap { $0.hidden.prefix(6) }).map { String($0.prefix(36)) }
                + ["00000000-0000-0000-0000-000000000000"],
            albums: twins.flatMap { $0.albums.prefix(3) }.map { String($0.prefix(36)) }
        )
        guard let question = world.question(route, using: &random) else { return }
        asked.insert("\(route.method) \(route.path)")
        for index in twins[0].clients.indices {
            let before = twins.map { $0.clientTokens }
            var answers: [String] = []
            for twin in twins { answers.append(try await twin.clients[index].ask(question)) }
            let who = twins[0].clients[index].name
            if answers[0].hasPrefix("status 2") { answeredCount += 1 }
            compare(answers[0], answers[1], "\(route.method) \(route.path) of the \(who)")
            let noticed = zip(twins, before).map { twin, before in
                zip(twin.clientTokens, before).map { $0 != $1 }
            }
            guard noticed[0] == noticed[1] else {
                differences.append("\(route.path): a change was made in one library alone")
                return
            }
            for (client, isNoticed) in noticed[0].enumerated() where isNoticed {
                try await compareEvents(client, route.path)
            }
        }
        trashed = twins[0].trashed(of: shared)
    }

    private mutating func compare(_ left: String, _ right: String, _ what: String) {
        guard left != right else { return }
        let lefts = left.split(separator: "\n", omittingEmptySubsequences: false)
        let rights = right.split(separator: "\n", omittingEmptySubsequences: false)
        let pair = zip(lefts, rights).first { $0 != $1 }
        differences.append("\(what): \(pair.map { "“\($0)” and “\($1)”" } ?? "other lengths")")
    }
}
