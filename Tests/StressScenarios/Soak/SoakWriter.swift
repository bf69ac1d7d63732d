import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Changes whole groups, one after another, as fast as it can.
struct SoakWriter: ScenarioPart {
    private let scene: SoakScene
    private let seed: UInt64
    private var chance: SeededNumbers
    private let groups: [[PHAsset]]
    private var number = 0

    init(_ folder: URL, seed: UInt64) throws {
        scene = try SoakScene(folder)
        self.seed = seed
        chance = SeededNumbers(seed: seed)
        let options = scene.options
        groups = scene.groups.map {
            PHAsset.fetchAssets(withLocalIdentifiers: $0, options: options).all
        }
    }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2: try work(Double(request[1]) ?? 0)
        case "rest": scene.store.close()
        default: throw Fault("a writer does not \(request)")
        }
        return "\(number)"
    }

    private mutating func work(_ seconds: Double) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let group = chance.pick(groups)
            let caption = "\(seed)-\(number + 1)"
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
            number += 1
        }
    }
}
