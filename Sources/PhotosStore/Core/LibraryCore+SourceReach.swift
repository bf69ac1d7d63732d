import Foundation

extension LibraryCore {
    /// Whether the folder of a source exists and is not empty, and the last sweep found it.
    func isReachable(_ source: SourceRow) -> Bool { !source.isOffline && isThere(source) }

    /// Whether the folder of a source exists and is not empty.
    func isThere(_ source: SourceRow) -> Bool { source.isThere(environment.folders) }
}
