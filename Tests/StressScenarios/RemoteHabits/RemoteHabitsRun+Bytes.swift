import Foundation
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// Where the bytes of photos are, as their checksums tell.
extension RemoteHabitsRun {
    /// A file that a row of the library promises.
    struct Promised {
        var number: Int
        var asset: UUID
        var isTrashed: Bool
        var resource: ResourceRecord
        var path: String
        /// Whether the library's folder has the bytes.
        var isWhole: Bool
        /// Whether anything has the file's name.
        var isThere: Bool
        /// Whether a row says that the file left for remotes.
        var hasLeft: Bool
    }

    /// Compares all rows with the files of the library's folder.
    func promised() throws -> [Promised] {
        let library = world.library
        var rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        rows += try library.records.fetch(FetchPlan(.assets, filter: Condition.trashed)).rows
        let records = try library.records.assets(Array(Set(rows))).records
        let left = Set(try library.originals.resourcesThatLeft().map(\.rowID))
        let resources = try library.records.resources(ofAssets: Array(records.keys))
        var files: [Promised] = []
        for asset in records.values.sorted(by: { $0.rowID < $1.rowID }) {
            for resource in resources[asset.rowID] ?? [] {
                guard let number = content.number(ofChecksum: resource.checksum) else { continue }
                let url = library.layout.original(resource.file)
                var facts = stat()
                files.append(
                    Promised(
                        number: number,
                        asset: asset.uuid,
                        isTrashed: asset.trashedDate != nil,
                        resource: resource,
                        path: url.path,
                        isWhole: world.reading.checksum(of: url) == resource.checksum,
                        isThere: lstat(url.path, &facts) == 0,
                        hasLeft: left.contains(resource.rowID)
                    )
                )
            }
        }
        return files
    }

    /// Where contents are at one moment.
    struct Whereabouts {
        /// In the library's folder.
        var here: Set<Int> = []
        /// In rows of the library.
        var known: Set<Int> = []
        /// In each place at its address, by its name.
        var places: [String: Set<Int>] = [:]
        /// What each place shows with its size, whatever the bytes are.
        var shown: [String: Set<Int>] = [:]
        /// On cards, in backups and exports.
        var loose: Set<Int> = []

        var anywhere: Set<Int> { places.values.reduce(here.union(loose)) { $0.union($1) } }
    }

    func whereabouts() throws -> Whereabouts {
        var found = Whereabouts()
        for file in try promised() {
            found.known.insert(file.number)
            if file.isWhole { found.here.insert(file.number) }
        }
        for place in world.places {
            for (number, bytes) in photos {
                let object = try place.stored(number, bytes)
                guard try place.shows(object) else { continue }
                found.shown[place.name, default: []].insert(number)
                if try place.has(object) { found.places[place.name, default: []].insert(number) }
            }
        }
        let base = world.base
        for folder in [base.card, base.drawer, base.exports, base.backup] {
            found.loose.formUnion(numbers(below: folder).values)
        }
        return found
    }

    /// The contents of the files below a folder, by their paths.
    func numbers(below folder: URL) -> [String: Int] {
        var found: [String: Int] = [:]
        for url in world.base.files(below: folder) {
            guard let sum = world.reading.checksum(of: url),
                let number = content.number(ofChecksum: sum)
            else { continue }
            found[url.path] = number
        }
        return found
    }

    /// The contents that are in reach of the library's commands: in its folder, or in its remotes.
    func inReach(_ found: Whereabouts) throws -> Set<Int> {
        try world.remotes().reduce(found.here) { $0.union(found.places[$1.name] ?? []) }
    }

    // MARK: Whatever a command does

    /// Runs a command, and compares what was there before with what is there afterwards.
    ///
    /// The last copy of an acknowledged photo must not go, and a file that left must be in as many separate places as the
    /// rule asks for.
    @discardableResult
    func guarding<Result>(_ what: String, _ body: () async throws -> Result) async throws -> Result
    {
        for place in world.places { _ = try place.service?.takeLost() }
        let before = try whereabouts()
        let result = try await body()
        let after = try whereabouts()
        let lies = try lostByLies()
        let believed = try judgeReleases(what, before, after, lies)
        let vanished = before.anywhere.subtracting(after.anywhere)
            .subtracting(lies.values.reduce(believed) { $0.union($1) })
        for number in vanished.sorted() where acknowledged[number] != nil {
            complain("\(what) took the last copy of content \(number)")
        }
        return result
    }

    /// What services have lost by lies since the last call, by their names.
    ///
    /// With one copy the rule allows that.
    private func lostByLies() throws -> [String: Set<Int>] {
        var lies: [String: Set<Int>] = [:]
        for place in world.places {
            guard let lost = try place.service?.takeLost(), !lost.isEmpty else { continue }
            lies[place.name] = Set(
                try photos.filter { lost.contains(try place.stored($0.key, $0.value).name) }.keys
            )
        }
        return lies
    }

    /// Looks where files are that left the library's folder.
    ///
    /// - Returns: Those that left because a remote shows an object of the right size with other bytes, which somebody wrote
    ///   since the last proof. `Documentation/Remotes.md` says that a look compares sizes alone.
    private func judgeReleases(
        _ what: String,
        _ before: Whereabouts,
        _ after: Whereabouts,
        _ lies: [String: Set<Int>]
    ) throws -> Set<Int> {
        let left = before.here.subtracting(after.here).intersection(after.known)
        guard !left.isEmpty else { return [] }
        var believed: Set<Int> = []
        tally.released += left.count
        let copies = try world.library.space.spaceRule()?.copies ?? 1
        let own = try world.library.remotes.all().filter {
            $0.incarnation == world.library.identity.incarnation
        }.map(\.name)
        let places = world.places.filter { own.contains($0.name) }
        func count(_ isIn: (HabitsPlace) -> Bool) -> Int {
            // All folders of a test are on one disk, so together they are one copy.
            let holders = places.filter(isIn)
            return holders.count { !$0.kind.isFolder }
                + (holders.contains { $0.kind.isFolder } ? 1 : 0)
        }
        for number in left.sorted() {
            let whole = count { place in
                after.places[place.name]?.contains(number) == true
                    || lies[place.name]?.contains(number) == true
            }
            if whole >= copies { continue }
            let shown = count { place in
                after.places[place.name]?.contains(number) == true
                    || after.shown[place.name]?.contains(number) == true
                        && place.overwritten.contains(number)
            }
            if shown >= copies {
                tally.believed += 1
                believed.insert(number)
            } else {
                complain(
                    "\(what) let content \(number) leave, of which \(whole) of \(copies) separate remotes have a copy"
                )
            }
        }
        return believed
    }

    /// Takes the library's word, and sees at once whether it holds.
    func acknowledge(_ numbers: some Sequence<Int>, by whom: String) throws {
        let numbers = Set(numbers)
        guard !numbers.isEmpty else { return }
        tally.acknowledged += numbers.count
        let found = try whereabouts()
        let reach = try inReach(found)
        let remotes = try world.remotes()
        for number in numbers.sorted() {
            acknowledged[number] = whom
            guard !reach.contains(number) else { continue }
            let isBelieved = remotes.contains { place in
                place.overwritten.contains(number)
                    && found.shown[place.name]?.contains(number) == true
            }
            if isBelieved {
                tally.believed += 1
            } else {
                complain("\(whom) said that content \(number) is in the library, and it is not")
            }
        }
    }
}
