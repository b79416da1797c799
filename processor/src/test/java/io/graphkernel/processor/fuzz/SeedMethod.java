package io.graphkernel.processor.fuzz;

import java.util.List;

/**
 * A kernel method of a seed class with its mutation sites.
 *
 * @param seedClass qualified name of the enclosing class, which a mutant extends
 * @param packageName package of a mutant
 * @param imports imports of the file
 * @param text the annotated declaration, under the name {@code mutant}
 * @param sites mutation sites in the text
 */
record SeedMethod(String seedClass, String packageName, String imports, String text, List<Site> sites) {

    /** Syntax at a site. */
    enum Kind {
        EXPRESSION,
        LITERAL,
        OP_NAME,
        STATEMENT,
        TENSOR_TYPE
    }

    /**
     * A variable in scope.
     *
     * @param name its name
     * @param type its Java type
     */
    record Variable(String name, String type) {}

    /**
     * A mutation site.
     *
     * @param kind syntax at the site
     * @param begin start index in the text
     * @param end end index, exclusive
     * @param type Java type of an expression, or parameter and result types of an op
     * @param visible definitely assigned variables
     */
    record Site(Kind kind, int begin, int end, String type, List<Variable> visible) {

        boolean overlaps(Site other) {
            return begin < other.end && other.begin < end;
        }

        /** Returns this site after an insertion before it. */
        Site shifted(int by) {
            return new Site(kind, begin + by, end + by, type, visible);
        }
    }

    /** Returns the source file of a mutant. */
    String file(String className, String method) {
        return "package " + packageName + ";\n" + imports + "class " + className + " extends " + seedClass + " {\n"
                + method + "\n}\n";
    }
}
