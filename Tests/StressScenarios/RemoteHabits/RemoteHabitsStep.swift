/// One thing that somebody does with a library that has remotes.
enum RemoteHabitsStep: String, CaseIterable {
    // With a card, and in the library's own folder.
    case shoot, removeOriginal, overwriteOriginal
    // In a place, by hand.
    case removeObjects, emptyOriginals, emptyPlace, exchange, exchangeForClone, unplug, plug
    case overwriteSameSize, overwriteOtherSize, plantLink, plantPipe, plantFolder
    case removeKey, damageMarker, removeMarker, damageDatabase
    // With the library.
    case importCard, importAndWipe, importMoving, importDrawer, sync, syncAll, follow, space,
        keepAll
    case fetchSome, fetchAll, remoteCheck, remoteCheckReading, check, repair, repairFrom
    case deleteSome, purgeSome, restoreSome, passDays, reopen
    // With copies of the library, and with remotes as a whole.
    case backup, export, add, addAlias, forget, restore, trial, keepOlder, olderActs, handOver

    /// How often each is done, beside the others.
    private var weight: Int {
        switch self {
        case .shoot, .importAndWipe, .space: 9
        case .syncAll: 6
        case .importCard, .sync, .removeObjects, .overwriteSameSize: 4
        case .emptyPlace, .exchange, .exchangeForClone, .trial, .olderActs, .handOver, .forget,
            .restore, .keepAll, .addAlias, .reopen:
            1
        default: 2
        }
    }

    static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

    /// Which step is taken next.
    enum Order {
        case byChance
        /// The steps of a list, again and again.
        case inTurn([RemoteHabitsStep])
    }

    /// The steps by which files come, are proved to be in remotes, go from there, and leave for them.
    ///
    /// The rule for space is drawn each time, so that one of several lets files leave.
    static let believingProofs: [Self] = [
        .shoot, .importAndWipe, .syncAll, .emptyOriginals, .space, .space, .space, .space, .space,
    ]

    /// Whether it is done by hand, and no program of ours takes part.
    var isByHand: Bool {
        switch self {
        case .shoot, .removeOriginal, .overwriteOriginal, .removeObjects, .emptyOriginals,
            .emptyPlace, .exchange, .exchangeForClone, .unplug, .plug, .overwriteSameSize,
            .overwriteOtherSize, .plantLink, .plantPipe, .plantFolder, .removeKey, .damageMarker,
            .removeMarker, .damageDatabase, .passDays, .keepOlder:
            true
        default: false
        }
    }
}
