/// The settings of a library that its owner can change.
package struct StoredSettings: Hashable, Sendable {
    /// The number of days that assets stay in Recently Deleted; 0 deletes at once.
    package var trashDays: Int
    /// The number of days that changes stay in the history; nil keeps them.
    package var historyDays: Int?
    /// The number of changes that stay in the history; nil keeps all.
    package var historyCount: Int?

    package init(trashDays: Int = 30, historyDays: Int? = nil, historyCount: Int? = nil) {
        self.trashDays = trashDays
        self.historyDays = historyDays
        self.historyCount = historyCount
    }
}
