import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Writes lines of a manifest as JSON.
///
/// A manifest is written anew after each change, so that its speed matters: an encoder of Foundation takes several times
/// as long. Names are in the order of the alphabet.
struct ManifestText {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Adds a line with its line break.
    ///
    /// - Parameter line: A line in which one property has a value.
    /// - Throws: An error of the encoder of what sidecars stated.
    mutating func add(_ line: ExportManifest.Line) throws {
        begin("{")
        if let head = line.export { add("export", head) }
        if let folder = line.folder { add("folder", folder) }
        if let album = line.album { add("album", album) }
        if let album = line.smartAlbum { add("smartAlbum", album) }
        if let asset = line.asset { try add("asset", asset) }
        if let members = line.members { add("members", members) }
        if let different = line.different { add("different", different) }
        if let path = line.deleted { add("deleted", text: path) }
        if let checksum = line.sha256 { add("sha256", text: checksum) }
        if let end = line.end {
            begin("end", "{")
            add("assets", number: Int64(end.assets))
            finish("}")
        }
        finish("}")
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Lines

    private mutating func add(_ name: StaticString, _ head: ExportManifest.Head) {
        begin(name, "{")
        add("format", text: head.format)
        add("identifier", text: head.identifier.uuidString)
        add("version", number: Int64(head.version))
        add("without", texts: head.without)
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ collection: ExportManifest.Collection) {
        begin(name, "{")
        add("key", text: collection.key)
        if let parent = collection.parent { add("parent", text: parent) }
        add("title", text: collection.title)
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ album: ExportManifest.SmartAlbum) {
        begin(name, "{")
        add("key", text: album.key)
        if let parent = album.parent { add("parent", text: parent) }
        add("search", text: album.search)
        add("title", text: album.title)
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ asset: ExportManifest.Asset) throws {
        begin(name, "{")
        if let also = asset.also { add("also", texts: also) }
        if let companion = asset.companion { try add("companion", companion) }
        if let copies = asset.copies {
            begin("copies", "[")
            for copy in copies {
                begin("{")
                add("path", text: copy.path)
                if let checksum = copy.sha256 { add("sha256", text: checksum) }
                finish("}")
            }
            finish("]")
        }
        add("fields", asset.fields)
        begin("files", "[")
        for file in asset.files {
            begin("{")
            add("bytes", number: file.bytes)
            if let name = file.name { add("name", text: name) }
            add("path", text: file.path)
            add("role", number: Int64(file.role))
            add("sha256", text: file.sha256)
            if let stated = file.stated { add("stated", stated) }
            if let type = file.type { add("type", text: type) }
            finish("}")
        }
        finish("]")
        add("id", asset.id)
        if let sidecars = asset.sidecars {
            begin("sidecars", "[")
            for sidecar in sidecars {
                begin("{")
                if let base = sidecar.base {
                    begin("base", "{")
                    if let companion = base.companion { try add("companion", companion) }
                    add("fields", base.fields)
                    finish("}")
                }
                add("path", text: sidecar.path)
                add("sha256", text: sidecar.sha256)
                finish("}")
            }
            finish("]")
        }
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ members: ExportManifest.Members) {
        begin(name, "{")
        add("album", text: members.album)
        add("assets", members.assets)
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ different: ExportManifest.Different) {
        begin(name, "{")
        add("asset", different.asset)
        add("others", different.others)
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ fields: [String: ManifestValue]) {
        begin(name, "{")
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            separate()
            add(string: name)
            bytes.append(UInt8(ascii: ":"))
            add(value)
        }
        finish("}")
    }

    private mutating func add(_ name: StaticString, _ facts: ManifestFacts) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        add(name: name)
        bytes += try encoder.encode(facts)
    }

    // MARK: Values

    private mutating func add(_ value: ManifestValue) {
        switch value {
        case .none: bytes += "null".utf8
        case .integer(let number): add(digits: number)
        case .real(let number): add(number)
        case .text(let text): add(string: text)
        case .list(let texts): add(list: texts)
        }
    }

    /// JSON has no infinite numbers and no zero with a sign; the library stores neither.
    private mutating func add(_ number: Double) {
        if !number.isFinite {
            bytes += "null".utf8
        } else if number == number.rounded(), abs(number) < 0x1p53 {
            add(digits: Int64(number))
        } else {
            bytes += "\(number)".utf8
        }
    }

    private mutating func add(digits number: Int64) { bytes += String(number).utf8 }

    private mutating func add(list texts: [String]) {
        begin("[")
        for text in texts {
            separate()
            add(string: text)
        }
        finish("]")
    }

    private mutating func add(string text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += "\\u00\(Hexadecimal.digits(of: [byte]))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    // MARK: Structure

    private mutating func add(_ name: StaticString, text: String) {
        add(name: name)
        add(string: text)
    }

    private mutating func add(_ name: StaticString, _ uuid: UUID) {
        add(name: name)
        add(uuid)
    }

    private mutating func add(_ name: StaticString, _ uuids: [UUID]) {
        begin(name, "[")
        for uuid in uuids {
            separate()
            add(uuid)
        }
        finish("]")
    }

    private mutating func add(_ uuid: UUID) {
        bytes.append(UInt8(ascii: "\""))
        IdentifierText.add(uuid, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func add(_ name: StaticString, texts: [String]) {
        add(name: name)
        add(list: texts)
    }

    private mutating func add(_ name: StaticString, number: Int64) {
        add(name: name)
        add(digits: number)
    }

    private mutating func add(name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += "\(name)\":".utf8
    }

    private mutating func begin(_ name: StaticString, _ bracket: Unicode.Scalar) {
        add(name: name)
        bytes.append(UInt8(ascii: bracket))
    }

    private mutating func begin(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
    }

    private mutating func finish(_ bracket: Unicode.Scalar) { bytes.append(UInt8(ascii: bracket)) }

    /// Adds a comma, unless a value or a line begins.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}
