import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The models of folders: one move of each of three machines, in every order of stamps.
@Suite(.permit) struct FolderModelTests {
    private struct Move {
        var folder: Int
        var parent: Int
    }

    private static let moves = (1...3).flatMap { folder in
        (0...3).filter { $0 != folder }.map { Move(folder: folder, parent: $0) }
    }

    /// The nodes of three folders in the root folder, after moves with rising stamps.
    private static func nodes(_ moves: [Move]) -> [CollectionNode] {
        var registers: [Register] = []
        for number in 1...3 {
            let id = WorldNames.folder(number)
            let stamp = Sample.stamp(Int64(number), Sample.a, UInt64(number))
            var place = CollectionPlace(parent: .root, from: .root)
            var placeStamp = stamp
            for (index, move) in moves.enumerated() where move.folder == number {
                place = CollectionPlace(parent: WorldNames.folder(move.parent), from: .root)
                placeStamp = Sample.stamp(Int64(10 + index), WorldNames.member(index), 9)
            }
            registers.append(
                Register(RegisterKey(.place, of: id), value: place.value, stamp: placeStamp)
            )
            registers.append(
                Register(
                    RegisterKey(.collectionExistence, of: id),
                    AdditionSet(adding: stamp)
                )
            )
        }
        return CollectionNode.nodes(of: registers)
    }

    @Test func `no moves of three machines leave a circle, in whatever order they are read`() {
        let rules = MergeRules()
        var circles = 0
        for first in Self.moves {
            for second in Self.moves {
                for third in Self.moves {
                    let nodes = Self.nodes([first, second, third])
                    let tree = rules.tree(of: nodes)
                    let again = rules.tree(of: nodes.reversed())
                    #expect(tree.parents == again.parents)
                    for number in 1...3 {
                        #expect(tree.isInside(WorldNames.folder(number), of: .root))
                    }
                    if !tree.overruled.isEmpty { circles += 1 }
                }
            }
        }
        #expect(circles > 0)
    }

    @Test func `a deletion takes no album that somebody had moved unseen`() {
        // Album 1 stands in folder 3, album 2 outside. The machine that deletes 3 had applied the
        // others' acts, or not.
        let acts: [Act?] = [
            .moveFolder(1, to: 4), .moveFolder(2, to: 3), .makeFolder(5, in: 3), .rename(1, 9), nil,
        ]
        var lostByNames = 0
        for first in acts {
            for second in acts {
                for seen in 0..<4 {
                    for rules in [MergeRules(), MergeRules(wrong: .deletionNamesChildren)] {
                        var story = Story(rules)
                        story.begin(
                            .makeFolder(3, in: Act.root),
                            .makeFolder(4, in: Act.root),
                            .makeFolder(1, in: 3),
                            .makeFolder(2, in: 4)
                        )
                        if let first { story.act(first, on: 1) }
                        if let second { story.act(second, on: 2) }
                        if seen & 1 == 1 { story.send(from: 1, to: 0) }
                        if seen & 2 == 2 { story.send(from: 2, to: 0) }
                        story.act(.deleteFolder(3), on: 0)
                        let isWhole = story.isWhole()
                        if rules.has(.deletionNamesChildren) {
                            lostByNames += isWhole ? 0 : 1
                        } else {
                            #expect(isWhole)
                        }
                    }
                }
            }
        }
        #expect(lostByNames > 0)
    }
}
