import Foundation

extension LibraryCore {
    /// Whether files of a source can be read: its folder exists and is not empty, and the last sweep found it.
    ///
    /// Decisions about files follow this. An empty folder may be the mount point of a volume that is not mounted. A disk that
    /// sleeps has ten seconds to answer. The state that people see follows ``LibrarySources/offlineSources()``.
    package func isReachable(_ source: SourceRow) -> Bool { !source.isOffline && isThere(source) }

    /// Whether the folder of a source exists and is not empty.
    func isThere(_ source: SourceRow) -> Bool { source.isThere(environment.folders) }
}
