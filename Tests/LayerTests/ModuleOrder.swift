/// The order of the modules, as `Documentation/Architecture.md` states it: each may import those before it.
struct ModuleOrder: Sendable {
    /// The name of the line that states the order.
    static let name = "Modules"

    var modules: [String]

    init(modules: [String]) { self.modules = modules }

    init(in document: String) throws {
        modules = try StatedOrder.all(in: document).first { $0.name == Self.name }?.members ?? []
    }

    /// Each import of the module itself or of a later one, and a module that the order does not name.
    ///
    /// - Parameters:
    ///   - module: The name of the module.
    ///   - files: The module's files.
    /// - Returns: A sentence for each violation.
    func violations(of module: String, in files: [SourceFile]) -> [String] {
        guard let rank = modules.firstIndex(of: module) else {
            return ["\(module) is not in the order of the modules."]
        }
        let higher = Set(modules[rank...])
        return files.flatMap { file in
            file.imported.intersection(higher).sorted().map { other in
                "\(module)/\(file.folder)/\(file.name) imports \(other), which is not below \(module)."
            }
        }
    }
}
