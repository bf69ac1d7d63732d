import Foundation

extension LibraryTransfers {
    /// The folder for parts that are kept for a while; nil where nothing may be written.
    var folderForParts: URL? {
        (try? checkTakesFiles()) == nil ? nil : originals.fetchFolder
    }
}
