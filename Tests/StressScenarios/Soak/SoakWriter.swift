import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Changes whole groups, one after another, and makes an asset with every eighth change.
struct SoakWriter: ScenarioPart {
    private let scene: SoakScene
    private let seed: UInt64
    private var chance: SeededNumbers
    private let groups: [[PHAsset]]
    private let performer: BlockPerformer
    /// The rest after a change; nil for changes as fast as they go.
    private let pause: Double?
    private var number = 0
    private var made: [String] = []

    /// Opens the library for `pace` changes a second; nil makes as many as there can be.
    init(_ folder: URL, seed: UInt64, pace: Double?) throws {
        scene = try SoakScene(folder)
        self.seed = seed
        chance = SeededNumbers(seed: seed)
        performer = BlockPerformer(scene.library, seed: seed)
        pause = pace.map { 1 / $0 }
        let options = scene.options
        groups = scene.groups.map {
            PHAsset.fetchAssets(withLocalIdentifiers: $0, options: options).all
        }
    }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2: try work(Double(request[1]) ?? 0)
        case "made": return made.joined(separator: " ")
        case "rest": scene.store.close()
        default: throw Fault("a writer does not \(request)")
        }
        return "\(number)"
    }

    private mutating func work(_ seconds: Double) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if number % 8 == 7 { try make() } else { try changeGroup() }
            number += 1
            if let pause { Thread.sleep(forTimeInterval: pause) }
        }
    }

    private mutating func changeGroup() throws {
        let group = chance.pick(groups)
        let caption = "\(SoakScene.prefix)\(seed)-\(number + 1)"
        let isMarked = chance.chance(0.5)
        var dates = group.dropLast().map { _ in Double(chance.number(below: 2_000)) }
        dates.append(SoakScene.sum - dates.reduce(0, +))
        try scene.library.performChangesAndWait {
            for (asset, date) in zip(group, dates) {
                let request = PHAssetChangeRequest(for: asset)
                request.caption = caption
                request.isFavorite = isMarked
                request.creationDate = Date(timeIntervalSinceReferenceDate: date)
            }
        }
    }

    /// Makes an asset, whose caption tells its writer and its number there, and adds it to the shared album.
    private mutating func make() throws {
        let caption = "\(SoakScene.prefix)\(seed)-made-\(made.count)"
        let objects = try performer.perform([
            .createAsset(new: 1, width: 8, height: 8, [.caption(caption)]),
            .editMembers(album: scene.made, seen: nil, [.append([.new(1)])]),
        ])
        guard let identifier = objects[1] else { throw Fault("\(caption) has no identifier") }
        made.append(identifier)
    }

    /// The captions that assets of a writer have, in the order in which it made them.
    static func captions(seed: UInt64, count: Int) -> [String] {
        (0..<count).map { "\(SoakScene.prefix)\(seed)-made-\($0)" }
    }
}
