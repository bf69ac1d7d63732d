import MergeWorlds
import PhotosMerge

extension Scenario {
    private static func isWhole(
        _ rules: MergeRules,
        _ body: (inout Story) -> Bool
    ) -> Bool {
        var story = Story(rules)
        story.begin(
            .makeFolder(1, in: Act.root),
            .makeFolder(2, in: 1),
            .makeFolder(3, in: Act.root),
            .makeFolder(4, in: 3)
        )
        let holds = body(&story)
        return story.isWhole() && holds
    }

    static let folders = [
        Scenario(
            "moves that close a circle leave no folder in itself, and the later one goes back",
            wrong: .circlesStay,
            .circlesToRoot
        ) { rules in
            isWhole(rules) { story in
                // 2 moves below 4 in 3; then, unseen, 3 moves into 2.
                story.act(.moveFolder(3, to: 1), on: 0)
                story.send(from: 0, to: 1, 2)
                story.act(.moveFolder(2, to: 4), on: 1)
                story.act(.moveFolder(3, to: 2), on: 2)
                story.sendAll()
                return story.parent(3) == WorldNames.folder(1)
            }
        },
        Scenario(
            "of two moves that close a circle the earlier one holds",
            wrong: .circlesByIdentifier
        ) {
            rules in
            isWhole(rules) { story in
                story.act(.moveFolder(3, to: 2), on: 2)
                story.act(.moveFolder(1, to: 4), on: 1)
                story.sendAll()
                return story.parent(3) == WorldNames.folder(2) && story.parent(1) == .root
            }
        },
        Scenario(
            "a folder that was overruled does not jump when another one moves",
            wrong: .overruledNotRewritten
        ) { rules in
            isWhole(rules) { story in
                story.act(.moveFolder(1, to: 3), on: 1)
                story.act(.moveFolder(3, to: 1), on: 2)
                story.sendAll()
                let parent = story.parent(3)
                story.act(.makeFolder(5, in: Act.root), on: 0)
                story.act(.moveFolder(1, to: 5), on: 0)
                return story.parent(3) == parent
            }
        },
        Scenario(
            "an overruled folder that moves goes back to where it was shown",
            wrong: .fromIsRegister
        ) { rules in
            isWhole(rules) { story in
                story.act(.makeFolder(5, in: Act.root), on: 0)
                story.act(.makeFolder(6, in: Act.root), on: 0)
                story.act(.moveFolder(3, to: 5), on: 0)
                story.sendAll()
                story.act(.moveFolder(1, to: 3), on: 1)
                story.act(.moveFolder(3, to: 1), on: 2)
                story.sendAll()
                // 3 is overruled, and shown in 5. It moves once more, and closes a circle once
                // more.
                story.act(.moveFolder(6, to: 3), on: 1)
                story.act(.moveFolder(3, to: 6), on: 0)
                story.sendAll()
                return story.parent(3) == WorldNames.folder(5)
            }
        },
        Scenario(
            "a deletion takes what it had seen inside, and what that had inside",
            wrong: .deletionKillsNone,
            .grandchildrenSurvive
        ) { rules in
            isWhole(rules) { story in
                story.act(.makeFolder(5, in: 2), on: 0)
                story.sendAll()
                story.act(.deleteFolder(1), on: 1)
                story.sendAll()
                return story.parent(2) == nil && story.parent(5) == nil
            }
        },
        Scenario(
            "a folder that came in unseen survives in the nearest living ancestor",
            wrong: .deletionKillsUnseen,
            .orphansToRoot
        ) { rules in
            isWhole(rules) { story in
                story.act(.deleteFolder(2), on: 1)
                story.act(.moveFolder(4, to: 2), on: 2)
                story.sendAll()
                return story.parent(4) == WorldNames.folder(1)
            }
        },
        Scenario(
            "a folder that was moved out unseen lives",
            wrong: .deletionNamesChildren
        ) { rules in
            isWhole(rules) { story in
                story.act(.deleteFolder(1), on: 1)
                story.act(.moveFolder(2, to: 3), on: 2)
                story.sendAll()
                return story.parent(2) == WorldNames.folder(3)
            }
        },
        Scenario("a deletion beats a new title", wrong: .renameRevivesFolder) { rules in
            isWhole(rules) { story in
                story.act(.deleteFolder(2), on: 1)
                story.act(.rename(2, 9), on: 2)
                story.sendAll()
                return story.parent(2) == nil
            }
        },
    ]
}
