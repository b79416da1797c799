package io.graphkernel.processor.fuzz;

import java.util.List;

/**
 * A kernel method of a seed class and what may be exchanged in it.
 *
 * @param seedClass the qualified name of the class around it, which a mutant extends
 * @param packageName the package of a mutant
 * @param imports of the file
 * @param text the declaration, with its annotations, under the name {@code mutant}
 * @param sites places in the text
 */
record SeedMethod(String seedClass, String packageName, String imports, String text, List<Site> sites) {

    /** What is at a place. */
    enum Kind {
        EXPRESSION,
        LITERAL,
        OP_NAME,
        STATEMENT,
        TENSOR_TYPE
    }

    /**
     * A variable that an expression may name.
     *
     * @param name its name
     * @param type its Java type
     */
    record Variable(String name, String type) {}

    /**
     * A place.
     *
     * @param kind what is there
     * @param begin the index of its first character in the text
     * @param end the index after its last
     * @param type of an expression its Java type; of an op the types of its parameters and its result
     * @param visible the variables that have a value there
     */
    record Site(Kind kind, int begin, int end, String type, List<Variable> visible) {

        boolean overlaps(Site other) {
            return begin < other.end && other.begin < end;
        }

        /** The same place after the text before it has grown. */
        Site shifted(int by) {
            return new Site(kind, begin + by, end + by, type, visible);
        }
    }

    /** The source file of a mutant. */
    String file(String className, String method) {
        return "package " + packageName + ";\n" + imports + "class " + className + " extends " + seedClass + " {\n"
                + method + "\n}\n";
    }
}
