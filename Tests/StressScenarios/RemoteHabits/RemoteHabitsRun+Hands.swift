import Foundation
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// What people do with files and places, and no program of ours.
extension RemoteHabitsRun {
    func takeByHand(_ step: RemoteHabitsStep) throws {
        switch step {
        case .shoot:
            for _ in 0...chance.number(below: 4) { try shoot() }
        case .removeOriginal: if let file = try original() { unlink(file.path) }
        case .overwriteOriginal:
            if let file = try original() {
                let url = URL(fileURLWithPath: file.path)
                try change(try Data(contentsOf: url)).write(to: url)
            }
        case .passDays: world.clock.advance(days: Double(1 + chance.number(below: 40)))
        case .keepOlder:
            _ = try world.copy(world.library.layout.root, to: Self.olderName)
            deletedInOlder = deleted
        default:
            // A remote that is in use is hit more often than a place that is not.
            guard let place = try someRemote() ?? world.places.first else { return }
            try takeByHand(step, place.real ?? place)
        }
    }

    static var olderName: String { "Older.photolib" }

    private func shoot() throws {
        let bytes = content.photo()
        guard let number = content.number(of: bytes) else { return }
        photos[number] = bytes
        try world.base.write(bytes, to: world.base.card.appending(path: newName()))
    }

    /// One of the library's own files, in the order of rows.
    private func original() throws -> Promised? {
        let files = try promised().filter(\.isWhole)
        guard !files.isEmpty else { return nil }
        let file = chance.pick(files)
        say("\(file.number)")
        return file
    }

    /// Other bytes, as many as before.
    private func change(_ bytes: Data) -> Data {
        var bytes = bytes
        guard bytes.count > 8 else { return bytes }
        bytes[bytes.startIndex + bytes.count / 2] ^= UInt8(1 + chance.number(below: 255))
        return bytes
    }

    private func takeByHand(_ step: RemoteHabitsStep, _ place: HabitsPlace) throws {
        switch step {
        case .removeObjects:
            for (_, object) in try objects(of: place, atMost: 6) {
                try place.replace(object.name, by: nil)
            }
        case .emptyOriginals: try empty(place, below: RemoteNames.originals)
        case .emptyPlace: try empty(place, below: "")
        case .exchange: try place.exchange(forClone: false)
        case .exchangeForClone:
            // The first time somebody makes the clone that takes the place's place later.
            if place.hasClone { try place.exchange(forClone: true) } else { try place.makeClone() }
        case .unplug: try place.unplug(leavingFolder: chance.chance(0.5))
        case .plug: try place.plug()
        case .overwriteSameSize:
            for (number, object) in try objects(of: place, atMost: 2) {
                guard let bytes = try place.bytes(object.name) else { continue }
                try place.replace(object.name, by: change(bytes))
                place.overwritten.insert(number)
            }
        case .overwriteOtherSize:
            for (_, object) in try objects(of: place, atMost: 2) {
                guard let bytes = try place.bytes(object.name) else { continue }
                let other = chance.chance(0.5) ? bytes.prefix(bytes.count / 2) : bytes + bytes
                try place.replace(object.name, by: Data(other))
            }
        case .plantLink, .plantPipe, .plantFolder: try plant(step, in: place)
        case .removeKey: if let file = place.keyFile { unlink(file.path) }
        case .damageMarker:
            if let name = try place.names(below: RemoteNames.markers).last {
                let bytes = try place.bytes(name) ?? Data()
                try place.replace(name, by: chance.chance(0.5) ? Data() : bytes.prefix(12))
            }
        case .removeMarker: try empty(place, below: RemoteNames.markers)
        case .damageDatabase: try damageDatabase(of: place)
        default: preconditionFailure("\(step) is done with the library.")
        }
    }

    /// Some objects of originals in a place, in the order of their numbers.
    private func objects(
        of place: HabitsPlace,
        atMost count: Int
    ) throws -> [(Int, HabitsPlace.Stored)] {
        let all = try photos.keys.sorted().compactMap { number -> (Int, HabitsPlace.Stored)? in
            let object = try place.stored(number, photos[number] ?? Data())
            return try place.shows(object) ? (number, object) : nil
        }
        guard !all.isEmpty else { return [] }
        let some = chance.some(of: all, atMost: count)
        say(some.map { "\($0.0)" }.joined(separator: "+"))
        return some
    }

    private func empty(_ place: HabitsPlace, below prefix: String) throws {
        for name in try place.names(below: prefix) { try place.replace(name, by: nil) }
    }

    /// Something else under the name of an object.
    private func plant(_ step: RemoteHabitsStep, in place: HabitsPlace) throws {
        guard let folder = place.folder else { return }
        for (_, object) in try objects(of: place, atMost: 1) {
            let url = folder.appendingPathComponent(object.name)
            let other = world.base.folder.appending(path: newName())
            guard rename(url.path, other.path) == 0 else { continue }
            switch step {
            case .plantLink: symlink(other.path, url.path)
            case .plantPipe: mkfifo(url.path, 0o644)
            default:
                mkdir(url.path, 0o755)
                place.obstacles.insert(object.name)
            }
        }
    }

    /// Damage to copies of the database, which is the same whatever the names of their parts are.
    private func damageDatabase(of place: HabitsPlace) throws {
        let parts = try place.names(below: RemoteNames.parts)
        let lists = try place.names(below: RemoteNames.snapshots)
        switch chance.number(below: 5) {
        case 0: for name in parts { try place.replace(name, by: nil) }
        case 1: for name in parts { try place.replace(name, by: place.bytes(name)?.dropLast(9)) }
        case 2: if let name = lists.last { try place.replace(name, by: nil) }
        case 3: for name in lists { try place.replace(name, by: place.bytes(name)?.prefix(20)) }
        default: if let name = lists.first { try place.replace(name, by: Data()) }
        }
    }
}
