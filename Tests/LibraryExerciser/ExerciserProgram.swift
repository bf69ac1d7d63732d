import Foundation

struct ExerciserProgram {
    init(_ arguments: [String]) throws {}
    func run() throws {}
}
