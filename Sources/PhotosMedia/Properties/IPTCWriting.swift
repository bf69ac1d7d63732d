/// Writes the records of IPTC, as "IPTC-NAA Information Interchange Model", version 4, describes them.
enum IPTCWriting {
    private static let numbers = Dictionary(
        PropertyNames.iptc.map { ($0.value, $0.key) },
        uniquingKeysWith: { first, _ in first }
    )

    /// The longest text of a record in bytes; longer ones need another form of lengths.
    private static let maximumText = 0x7FFF

    /// Returns the records in UTF-8; nil if no property is one of them.
    static func records(of properties: [String: PictureValue]) -> [UInt8]? {
        var records: [(number: UInt8, text: String)] = []
        for (name, value) in properties {
            guard let number = numbers[name] else { continue }
            records += value.values.compactMap { value in value.string.map { (number, $0) } }
        }
        records.removeAll { $0.text.utf8.count > maximumText }
        guard !records.isEmpty else { return nil }
        var writer = ByteWriter()
        func addRecord(_ record: Int, number: UInt8, bytes: [UInt8]) {
            writer.byte(0x1C)
            writer.uint8(record)
            writer.byte(number)
            writer.uint16(bytes.count)
            writer.append(bytes)
        }
        // The texts are in UTF-8, and the version is 4.
        addRecord(1, number: 90, bytes: [0x1B, 0x25, 0x47])
        addRecord(2, number: 0, bytes: [0, 4])
        // Values of one number keep their order.
        for number in Set(records.map(\.number)).sorted() {
            for record in records where record.number == number {
                addRecord(2, number: number, bytes: Array(record.text.utf8))
            }
        }
        return writer.bytes
    }

    /// Returns records as Photoshop's resource, the form in which JPEGs have them.
    static func photoshopResource(of records: [UInt8]) -> [UInt8] {
        ByteWriter { writer in
            writer.text("8BIM")
            writer.uint16(0x0404)
            writer.uint16(0)
            writer.uint32(records.count)
            writer.append(records)
            writer.zeros(records.count % 2)
        }.bytes
    }
}
