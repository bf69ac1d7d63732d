import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// Which files with known bytes a photo needs nevertheless, decided without library or disk.
@Suite(.permit) struct NeededBytesTests {
    private func file(_ index: Int, _ name: String, id: String? = nil) -> GroupingFile {
        var file = GroupingFile.test(name, folder: "", id: id)
        file.index = index
        return file
    }

    @Test func `where one asset has all known bytes, nothing is needed`() {
        let (one, other) = (UUID(), UUID())
        #expect(!NeededBytes.mayBeNeeded([], bringsMedia: true))
        #expect(!NeededBytes.mayBeNeeded([[one], [one, other]], bringsMedia: false))
        #expect(NeededBytes.mayBeNeeded([[one], [other]], bringsMedia: false))
        #expect(NeededBytes.mayBeNeeded([[one]], bringsMedia: true))
        #expect(!NeededBytes.mayBeNeeded([[one]], besideAssets: [one], bringsMedia: false))
        #expect(NeededBytes.mayBeNeeded([[one]], besideAssets: [other], bringsMedia: false))
    }

    @Test func `a movie is needed by a still whose asset lacks it`() {
        let (one, other) = (UUID(), UUID())
        let still = file(0, "a.heic", id: "pair")
        func movie(_ id: String, _ assets: Set<UUID>) -> NeededBytes.Known {
            NeededBytes.Known(file: file(1, "a.mov", id: id), assets: assets)
        }
        func needed(_ known: [NeededBytes.Known], _ new: [GroupingFile] = []) -> Set<Int> {
            NeededBytes.indexes(of: known, beside: new)
        }
        #expect(needed([movie("pair", [one])], [still]) == [1])
        #expect(needed([movie("other", [one])], [still]) == [])
        #expect(needed([.init(file: still, assets: [one]), movie("pair", [one])]) == [])
        #expect(needed([.init(file: still, assets: [other]), movie("pair", [one])]) == [1])
        let asset = LateArrivalRules.Asset(
            uuid: other,
            resources: [.init(role: ResourceRole.photo, file: still)]
        )
        #expect(
            NeededBytes.indexes(of: [movie("pair", [one])], beside: [], relatives: [asset]) == [1]
        )
        #expect(
            NeededBytes.indexes(of: [movie("pair", [other])], beside: [], relatives: [asset]) == []
        )
    }
}
