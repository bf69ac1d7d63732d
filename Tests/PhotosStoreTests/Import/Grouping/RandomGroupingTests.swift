import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RandomGroupingTests {
    /// Files of few names, so that they often have to do with each other.
    static func files(_ numbers: inout SeededNumbers) -> [GroupingFile] {
        let stems = [
            "IMG_1", "IMG_E1", "IMG_O1", "IMG_1(1)", "IMG_1-edited", "IMG_1~2", "img_1.MP",
        ]
        let ends = [
            "HEIC", "JPG", "png", "DNG", "nef", "MOV", "mp4", "m4a", "AAE", "xmp", "jpg.xmp",
        ]
        let names = Set(
            (0..<numbers.number(below: 14)).map { _ in
                numbers.pick(stems) + "." + numbers.pick(ends)
            }
        )
        return names.sorted().map { name in
            .test(
                name,
                folder: numbers.pick(["A", "A", "A", "B"]),
                id: numbers.pick([nil, "X", "X", "Y"]),
                time: numbers.pick([nil, 100, 100, 101.5, 7300]),
                zoneAssumed: numbers.chance(0.2),
                camera: numbers.pick([nil, "C", "C", "D"]),
                duration: numbers.pick([0, 2, 9]),
                embedded: numbers.chance(0.1),
                burst: numbers.pick([nil, nil, "B"])
            )
        }
    }

    @Test(arguments: 0..<3_000)
    func `each file is in one group that an asset can be made of, in every order`(seed: Int) {
        var numbers = SeededNumbers(seed: UInt64(seed))
        let files = Self.files(&numbers)
        let groups = FileGrouping.groups(of: files)

        #expect(groups.flatMap(\.indexes).sorted() == files.map(\.index).sorted())
        let byIndex = Dictionary(uniqueKeysWithValues: files.map { ($0.index, $0) })
        for group in groups {
            if group.members.isEmpty {
                #expect(group.sidecars.count == 1)
            } else {
                #expect(ResourceCombination.isSupported(group.members.map(\.role)))
                #expect(ResourceRole.originals.contains(group.members[0].role))
            }
            for member in group.members {
                #expect(byIndex[member.index].map { fits($0.kind, member.role.rawValue) } == true)
            }
            let clusters = Set(
                group.indexes.compactMap { byIndex[$0] }.map {
                    $0.folder + "/" + FileGrouping.clusterKey($0.name)
                }
            )
            #expect(clusters.count == 1)
        }
        #expect(FileGrouping.groups(of: files.shuffled(using: &numbers)) == groups)

        let parts = Dictionary(grouping: files) {
            $0.folder + "/" + FileGrouping.clusterKey($0.name)
        }
        let alone = parts.values.flatMap { described(FileGrouping.groups(of: $0), of: $0) }
        #expect(alone.sorted() == described(groups, of: files))

        let bursts = Dictionary(grouping: groups.filter { $0.representsBurst != nil }) { group in
            group.members.lazy.compactMap { byIndex[$0.index]?.burstIdentifier }.first
        }
        for burst in bursts.values { #expect(burst.count { $0.representsBurst == true } == 1) }
    }

    private func fits(_ kind: GroupingFile.Kind, _ role: Int) -> Bool {
        switch kind {
        case .picture: [1, 4, 5].contains(role)
        case .movie: [2, 6, 9, 10].contains(role)
        case .sound: role == 3
        case .sidecar(let sidecar): sidecar == .aae && role == 7
        }
    }
}
