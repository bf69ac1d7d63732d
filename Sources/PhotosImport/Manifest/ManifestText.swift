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
        if let head = line.export { addMember(named: "export", head) }
        if let folder = line.folder { addMember(named: "folder", folder) }
        if let album = line.album { addMember(named: "album", album) }
        if let album = line.smartAlbum { addMember(named: "smartAlbum", album) }
        if let asset = line.asset { try addMember(named: "asset", asset) }
        if let members = line.members { addMember(named: "members", members) }
        if let different = line.different { addMember(named: "different", different) }
        if let path = line.deleted { addMember(named: "deleted", text: path) }
        if let checksum = line.sha256 { addMember(named: "sha256", text: checksum) }
        if let end = line.end {
            beginMember(named: "end", with: "{")
            addMember(named: "assets", number: Int64(end.assets))
            finish("}")
        }
        finish("}")
        bytes.append(UInt8(ascii: "\n"))
    }

    // MARK: Lines

    private mutating func addMember(named name: StaticString, _ head: ExportManifest.Head) {
        beginMember(named: name, with: "{")
        addMember(named: "format", text: head.format)
        addMember(named: "identifier", text: head.identifier.uuidString)
        addMember(named: "version", number: Int64(head.version))
        addMember(named: "without", texts: head.without)
        finish("}")
    }

    private mutating func addMember(
        named name: StaticString,
        _ collection: ExportManifest.Collection
    ) {
        beginMember(named: name, with: "{")
        addMember(named: "key", text: collection.key)
        if let parent = collection.parent { addMember(named: "parent", text: parent) }
        addMember(named: "title", text: collection.title)
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ album: ExportManifest.SmartAlbum) {
        beginMember(named: name, with: "{")
        addMember(named: "key", text: album.key)
        if let parent = album.parent { addMember(named: "parent", text: parent) }
        addMember(named: "search", text: album.search)
        addMember(named: "title", text: album.title)
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ asset: ExportManifest.Asset) throws
    {
        beginMember(named: name, with: "{")
        if let also = asset.also { addMember(named: "also", texts: also) }
        if let beside = asset.beside {
            beginMember(named: "beside", with: "[")
            for sidecar in beside {
                begin("{")
                try addMember(named: "base", sidecar.base)
                addMember(named: "path", text: sidecar.path)
                finish("}")
            }
            finish("]")
        }
        if let companion = asset.companion { try addMember(named: "companion", companion) }
        if let copies = asset.copies {
            beginMember(named: "copies", with: "[")
            for copy in copies {
                begin("{")
                addMember(named: "path", text: copy.path)
                if let checksum = copy.sha256 { addMember(named: "sha256", text: checksum) }
                finish("}")
            }
            finish("]")
        }
        addMember(named: "fields", asset.fields)
        beginMember(named: "files", with: "[")
        for file in asset.files {
            begin("{")
            addMember(named: "bytes", number: file.bytes)
            if let name = file.name { addMember(named: "name", text: name) }
            addMember(named: "path", text: file.path)
            addMember(named: "role", number: Int64(file.role))
            addMember(named: "sha256", text: file.sha256)
            if let stated = file.stated { addMember(named: "stated", stated) }
            if let type = file.type { addMember(named: "type", text: type) }
            finish("}")
        }
        finish("]")
        addMember(named: "id", asset.id)
        if let isAlone = asset.isAlone { addMember(named: "isAlone", flag: isAlone) }
        if let sidecars = asset.sidecars {
            beginMember(named: "sidecars", with: "[")
            for sidecar in sidecars {
                begin("{")
                if let base = sidecar.base { try addMember(named: "base", base) }
                if let copied = sidecar.copied { addMember(named: "copied", flag: copied) }
                addMember(named: "path", text: sidecar.path)
                addMember(named: "sha256", text: sidecar.sha256)
                finish("}")
            }
            finish("]")
        }
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ base: ExportManifest.Base) throws {
        beginMember(named: name, with: "{")
        if let companion = base.companion { try addMember(named: "companion", companion) }
        addMember(named: "fields", base.fields)
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ members: ExportManifest.Members) {
        beginMember(named: name, with: "{")
        addMember(named: "album", text: members.album)
        addMember(named: "assets", members.assets)
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ different: ExportManifest.Different)
    {
        beginMember(named: name, with: "{")
        addMember(named: "asset", different.asset)
        addMember(named: "others", different.others)
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ fields: [String: ManifestValue]) {
        beginMember(named: name, with: "{")
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            separate()
            add(string: name)
            bytes.append(UInt8(ascii: ":"))
            add(value)
        }
        finish("}")
    }

    private mutating func addMember(named name: StaticString, _ facts: ManifestFacts) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        addName(name)
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

    private mutating func addMember(named name: StaticString, text: String) {
        addName(name)
        add(string: text)
    }

    private mutating func addMember(named name: StaticString, _ uuid: UUID) {
        addName(name)
        add(uuid)
    }

    private mutating func addMember(named name: StaticString, _ uuids: [UUID]) {
        beginMember(named: name, with: "[")
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

    private mutating func addMember(named name: StaticString, texts: [String]) {
        addName(name)
        add(list: texts)
    }

    private mutating func addMember(named name: StaticString, number: Int64) {
        addName(name)
        add(digits: number)
    }

    private mutating func addMember(named name: StaticString, flag: Bool) {
        addName(name)
        bytes += "\(flag)".utf8
    }

    private mutating func addName(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += "\(name)\":".utf8
    }

    private mutating func beginMember(named name: StaticString, with bracket: Unicode.Scalar) {
        addName(name)
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
