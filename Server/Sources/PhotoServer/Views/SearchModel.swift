import OpenPhotoKit
import Photos
import ServeRules

/// The meaning of a search.
struct SearchModel: Encodable, Sendable {
    /// A part of the text that was not understood, or that is not searched for this client.
    struct Problem: Encodable, Sendable {
        let text: String
        let message: String
    }

    /// The parts that a photo must all meet, in English; empty if all photos are found.
    let understood: [String]
    let problems: [Problem]
    /// Words that only connect others.
    let leftOut: [String]

    init(_ search: PhotoSearch) {
        understood = search.understoodParts
        var problems = search.problems.map { Problem(text: $0.text, message: $0.message) }
        if search.namesHidden {
            let message = "Hidden photos are found in the list of hidden photos alone."
            problems.append(Problem(text: "hidden", message: message))
        }
        self.problems = problems
        leftOut = search.ignoredWords
    }
}
