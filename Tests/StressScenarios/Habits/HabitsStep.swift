/// One thing that somebody does.
enum HabitsStep: String, CaseIterable {
    // With a card, or with the disk that is a source in place.
    case shoot, shootBurst, addToDisk, removeFile, renameFile, moveToFolder, copyFile, touchFile
    case swapCards, unmount, mount
    // In the library's own folder.
    case removeOriginal, renameOriginal, overwriteOriginal, cutOriginal, touchOriginal
    case copyOriginal
    // With the library.
    case importCard, importMoving, importAndWipe, importWithoutWorker, importWhileItIsWritten
    case importLinked, sweep, sweepWithoutWorker, backup, check, repair, repairFrom, export
    case createMoving, deleteRepresentative, deleteSome, restoreSome, purgeSome
    case editTwice, closeWhileReading

    /// How often each is done, beside the others.
    private var weight: Int {
        switch self {
        case .shoot, .importCard: 6
        case .addToDisk, .removeFile, .sweep, .removeOriginal, .importAndWipe: 4
        case .importMoving, .backup, .shootBurst, .editTwice: 3
        case .closeWhileReading, .purgeSome: 1
        default: 2
        }
    }

    static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
