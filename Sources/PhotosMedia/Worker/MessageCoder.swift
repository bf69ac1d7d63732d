/// Writes or reads the fields of a message, in one order for both sides.
///
/// A type lists its fields once, in `code(by:)`. A writer takes their values, and a reader sets them.
protocol MessageCoder {
    mutating func code(_ value: inout Int64) throws(MediaFileError)
    mutating func code(_ value: inout String) throws(MediaFileError)
    mutating func code(_ value: inout [UInt8]) throws(MediaFileError)
}

extension MessageCoder {
    mutating func code(_ value: inout Int) throws(MediaFileError) {
        var number = Int64(value)
        try code(&number)
        value = Int(number)
    }

    mutating func code(_ value: inout Double) throws(MediaFileError) {
        var bits = Int64(bitPattern: value.bitPattern)
        try code(&bits)
        value = Double(bitPattern: UInt64(bitPattern: bits))
    }

    mutating func code(_ value: inout Bool) throws(MediaFileError) {
        var number: Int64 = value ? 1 : 0
        try code(&number)
        value = number != 0
    }

    mutating func code<Value: RawRepresentable<String>>(
        _ value: inout Value
    ) throws(MediaFileError) {
        var text = value.rawValue
        try code(&text)
        guard let known = Value(rawValue: text) else {
            throw MediaFileError(.damaged, "a message with an unknown word")
        }
        value = known
    }

    /// Codes a value that may be nil.
    ///
    /// A reader overwrites `placeholder` with the value that it reads.
    mutating func code<Value>(
        _ value: inout Value?,
        placeholder: Value,
        by codeValue: (inout Self, inout Value) throws(MediaFileError) -> Void
    ) throws(MediaFileError) {
        var isThere = value != nil
        try code(&isThere)
        guard isThere else {
            value = nil
            return
        }
        var present = value ?? placeholder
        try codeValue(&self, &present)
        value = present
    }

    mutating func code(_ value: inout String?) throws(MediaFileError) {
        try code(&value, placeholder: "") { (coder, text) throws(MediaFileError) in
            try coder.code(&text)
        }
    }

    mutating func code(_ value: inout Double?) throws(MediaFileError) {
        try code(&value, placeholder: 0) { (coder, number) throws(MediaFileError) in
            try coder.code(&number)
        }
    }

    mutating func code(_ value: inout Int?) throws(MediaFileError) {
        try code(&value, placeholder: 0) { (coder, number) throws(MediaFileError) in
            try coder.code(&number)
        }
    }

    /// Codes a list of values.
    ///
    /// A reader overwrites a copy of `placeholder` for each value.
    mutating func code<Value>(
        _ values: inout [Value],
        placeholder: Value,
        by codeValue: (inout Self, inout Value) throws(MediaFileError) -> Void
    ) throws(MediaFileError) {
        var count = values.count
        try code(&count)
        guard (0...WorkerCoding.maximumListCount).contains(count) else {
            throw MediaFileError(.damaged, "a message with too long a list")
        }
        var coded: [Value] = []
        for index in 0..<count {
            var value = index < values.count ? values[index] : placeholder
            try codeValue(&self, &value)
            coded.append(value)
        }
        values = coded
    }

    mutating func code(_ values: inout [String]) throws(MediaFileError) {
        try code(&values, placeholder: "") { (coder, text) throws(MediaFileError) in
            try coder.code(&text)
        }
    }

    mutating func code(_ values: inout [String: String]?) throws(MediaFileError) {
        try code(&values, placeholder: [:]) { (coder, pairs) throws(MediaFileError) in
            var names = pairs.keys.sorted()
            var texts = names.map { pairs[$0] ?? "" }
            try coder.code(&names)
            try coder.code(&texts)
            guard names.count == texts.count else {
                throw MediaFileError(.damaged, "a message with half a pair")
            }
            pairs = Dictionary(zip(names, texts)) { first, _ in first }
        }
    }
}

/// Appends fields to bytes.
struct MessageWriter: MessageCoder {
    private var writer = ByteWriter()

    var bytes: [UInt8] { writer.bytes }

    mutating func code(_ value: inout Int64) { writer.number(value, endian: .little) }

    mutating func code(_ value: inout String) {
        writer.number(Int64(value.utf8.count), endian: .little)
        writer.append(value.utf8)
    }

    mutating func code(_ value: inout [UInt8]) {
        writer.number(Int64(value.count), endian: .little)
        writer.append(value)
    }
}

/// Reads fields from bytes, and never reads beyond their end.
struct MessageReader: MessageCoder {
    private var reader: ByteReader

    init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

    var isAtEnd: Bool { reader.isAtEnd }

    mutating func code(_ value: inout Int64) throws(MediaFileError) {
        do {
            value = try reader.number(Int64.self, endian: .little)
        } catch {
            throw Self.early
        }
    }

    mutating func code(_ value: inout String) throws(MediaFileError) {
        guard let text = String(validating: try slice(), as: UTF8.self) else {
            throw MediaFileError(.damaged, "a message with text that is none")
        }
        value = text
    }

    mutating func code(_ value: inout [UInt8]) throws(MediaFileError) {
        value = Array(try slice())
    }

    /// Reads a count, and as many bytes.
    private mutating func slice() throws(MediaFileError) -> ArraySlice<UInt8> {
        var count: Int64 = 0
        try code(&count)
        do {
            return try reader.slice(Int(count))
        } catch {
            throw Self.early
        }
    }

    private static let early = MediaFileError(.damaged, "a message that ends early")
}
