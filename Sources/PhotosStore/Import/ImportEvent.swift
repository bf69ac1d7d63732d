package import Foundation

/// What an import tells while it runs.
package enum ImportEvent: Sendable {
    /// The walk is over.
    case found(files: Int, bytes: Int64)
    case imported(URL, LocalIdentifier)
    /// The library has an asset with the same bytes, or this import just made one.
    case duplicate(URL, of: LocalIdentifier)
    /// The file is left out; the sentence says why and what to do.
    case refused(URL, reason: String)
    case progress(ImportProgress)
}

/// How far an import has come.
package struct ImportProgress: Hashable, Sendable {
    package var filesDone = 0
    package var filesTotal = 0
    package var bytesDone: Int64 = 0
    package var bytesTotal: Int64 = 0
    /// Seconds since the first file.
    package var elapsed: Double = 0

    package init() {}

    /// Nil until enough has been done to tell.
    package var bytesPerSecond: Double? {
        elapsed > 0.2 && bytesDone > 0 ? Double(bytesDone) / elapsed : nil
    }

    /// Seconds that the rest takes at the rate so far; nil until enough has been done to tell.
    package var remaining: Double? {
        bytesPerSecond.map { Double(max(0, bytesTotal - bytesDone)) / $0 }
    }
}

/// What an import came to.
package struct ImportSummary: Hashable, Sendable {
    package var imported = 0
    package var duplicates = 0
    package var refused = 0
    package var bytesImported: Int64 = 0
    package var wasCancelled = false

    package init() {}
}
