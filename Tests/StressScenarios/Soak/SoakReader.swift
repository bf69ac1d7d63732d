import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Reads groups and the history, and checks that every group is whole and that the history has no gaps.
struct SoakReader: ScenarioPart {
    private let scene: SoakScene
    private let names: [Set<String>]
    private let allNames: Set<String>
    /// Reads half of the assets a moment later: the soak must find this fault.
    private let isTorn: Bool
    private var token: PHPersistentChangeToken
    private var sequence: Int64
    private var reads = 0
    private var changes = 0

    init(_ folder: URL, seed: UInt64, isTorn: Bool) throws {
        scene = try SoakScene(folder, isReadOnly: seed % 2 == 0)
        names = scene.groups.map(Set.init)
        allNames = Set(scene.groups.joined())
        self.isTorn = isTorn
        token = scene.library.currentChangeToken
        sequence = try scene.store.history.positions(from: token.token).start.sequence
    }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2:
            let end = ContinuousClock.now + .seconds(Double(request[1]) ?? 0)
            while ContinuousClock.now < end {
                try readGroups()
                if reads % 4 == 0 { try readMarked() }
                if reads % 8 == 0 { try readHistory() }
                reads += 1
                // Eight readers without a rest leave nothing of two processors to the writers.
                usleep(20_000)
            }
        case "settle" where request.count == 2:
            try readGroups()
            try readHistory()
            guard "\(sequence)" == request[1] else {
                throw Fault("a reader's history ends at \(sequence), the log at \(request[1])")
            }
        case "rest": scene.store.close()
        default: throw Fault("a reader does not \(request)")
        }
        return "\(reads) \(changes)"
    }

    private func readGroups() throws {
        var assets = PHAsset.fetchAssets(
            withLocalIdentifiers: Array(allNames),
            options: scene.options
        ).all
        if isTorn {
            usleep(20_000)
            let later = PHAsset.fetchAssets(
                withLocalIdentifiers: assets.map(\.localIdentifier),
                options: scene.options
            ).all
            let rows = Dictionary(uniqueKeysWithValues: later.map { ($0.localIdentifier, $0) })
            assets = assets.enumerated().map { index, asset in
                index % 2 == 0 ? asset : rows[asset.localIdentifier] ?? asset
            }
        }
        let rows = Dictionary(
            uniqueKeysWithValues: assets.map { ($0.localIdentifier, SoakRow($0)) }
        )
        for group in scene.groups {
            if let fault = SoakRow.fault(in: group.compactMap { rows[$0] }) { throw Fault(fault) }
        }
    }

    /// A condition sees all of a group or nothing of it.
    private func readMarked() throws {
        let options = scene.options
        options.predicate = NSPredicate(
            format: "isFavorite == YES AND localIdentifier IN %@",
            Array(allNames)
        )
        let found = Set(PHAsset.fetchAssets(with: options).identifiers)
        for group in names where !group.isSubset(of: found) && !group.isDisjoint(with: found) {
            throw Fault("of a group only \(group.intersection(found).count) are among the marked")
        }
    }

    private mutating func readHistory() throws {
        for change in try scene.library.fetchPersistentChanges(since: token) {
            let logged = try change.logged.get().position.sequence
            guard logged == sequence + 1 else {
                throw Fault("the history goes on with \(logged) behind \(sequence)")
            }
            let details = try change.changeDetails(for: .asset)
            let touched = details.updatedLocalIdentifiers
                .union(details.insertedLocalIdentifiers).union(details.deletedLocalIdentifiers)
            let isWhole =
                names.contains(details.updatedLocalIdentifiers)
                && touched == details.updatedLocalIdentifiers
            guard isWhole || allNames.isDisjoint(with: touched) else {
                throw Fault("change \(logged) is not one of a whole group: \(details)")
            }
            token = change.changeToken
            sequence = logged
            changes += 1
        }
    }
}
