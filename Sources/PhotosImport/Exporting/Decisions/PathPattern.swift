extension LibraryExport {
    /// The pattern of the files' paths, such as `{created:%Y/%m}/{original}`.
    ///
    /// `Documentation/Export.md` lists the fields.
    public struct PathPattern: Hashable, Sendable {
        let template: ExportTemplate

        /// All files in one folder, with their own names.
        public static let original = PathPattern(.original)

        private init(_ template: ExportTemplate) { self.template = template }

        /// Parses a pattern.
        ///
        /// - Parameter text: The pattern.
        /// - Throws: ``PathPatternError`` for a text that is no pattern.
        public init(_ text: String) throws(PathPatternError) {
            do {
                template = try ExportTemplate(text)
            } catch {
                throw PathPatternError(message: error.message)
            }
        }

        /// The pattern as it was written.
        public var text: String { template.text }
    }

    /// The reason why a text is no pattern of paths.
    public struct PathPatternError: Error, Hashable, Sendable, CustomStringConvertible {
        /// A sentence with the cause and the solution.
        public let message: String

        /// The message.
        public var description: String { message }
    }
}
