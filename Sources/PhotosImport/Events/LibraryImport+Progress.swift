extension LibraryImport {
    /// The progress of an import.
    public struct Progress: Hashable, Sendable {
        private let work: WorkProgress

        package init(_ work: WorkProgress) { self.work = work }

        /// The number of processed files.
        public var filesDone: Int { work.done }
        /// The number of files that were found.
        public var filesTotal: Int { work.total }
        /// The bytes in the processed files.
        public var bytesDone: Int64 { work.bytesDone }
        /// The bytes in all files that were found.
        public var bytesTotal: Int64 { work.bytesTotal }
        /// The rate so far; nil until it is known.
        public var bytesPerSecond: Double? { work.bytesPerSecond }
        /// The estimated seconds left at that rate; nil until the rate is known.
        public var secondsLeft: Double? { work.secondsLeft }
    }
}

/// The coding of the progress is the one of the event with it.
extension LibraryImport.Progress: Codable {
    /// Writes the progress as the event `progress`.
    public func encode(to encoder: any Encoder) throws {
        try work.encode(to: encoder, unit: "files")
    }

    /// Reads the progress from the event `progress`.
    public init(from decoder: any Decoder) throws {
        work = try WorkProgress(from: decoder, unit: "files")
    }
}
