package import PhotosStore

extension RecordedFile {
    /// The file of the library from which an exported file was made.
    ///
    /// A file that another program changes in its source stays the same one, and so do its metadata in a copy. So the record tells
    /// a later version of a file from another file in its place.
    package struct Origin: Hashable, Sendable {
        /// The row of the resource, which no other resource gets.
        package var row: Int64
        /// The role that the resource had at that time.
        package var role: ResourceRole
        /// Whether the file stayed in a source.
        package var isInSource: Bool

        package init(row: Int64, role: ResourceRole, isInSource: Bool = false) {
            self.row = row
            self.role = role
            self.isInSource = isInSource
        }

        init(of resource: ResourceRecord) {
            self.init(
                row: resource.rowID,
                role: resource.type,
                isInSource: resource.sourceFileID != nil
            )
        }
    }

    /// The source, with the origin behind it, as records have them in one field.
    ///
    /// Earlier versions read the field as a checksum that no file has.
    package var sourceField: [UInt8] {
        guard let origin, source.count == Self.sourceBytes,
            0..<0x80 ~= origin.role.rawValue
        else { return source }
        let role = UInt8(origin.role.rawValue) | (origin.isInSource ? 0x80 : 0)
        let row = UInt64(bitPattern: origin.row)
        return source + (0..<8).map { UInt8(truncatingIfNeeded: row >> (56 - 8 * $0)) } + [role]
    }

    /// Takes the source and the origin from one field.
    mutating func takeSourceField(_ field: [UInt8]) {
        (source, origin) = (field, nil)
        guard field.count == Self.sourceBytes + 9 else { return }
        source = Array(field.prefix(Self.sourceBytes))
        let row = field.dropFirst(Self.sourceBytes).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        let role = field[field.count - 1]
        origin = Origin(
            row: Int64(bitPattern: row),
            role: ResourceRole(rawValue: Int(role & 0x7F)),
            isInSource: role & 0x80 != 0
        )
    }

    private static let sourceBytes = 16
}
