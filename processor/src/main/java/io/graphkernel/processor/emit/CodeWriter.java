package io.graphkernel.processor.emit;

import java.util.Locale;

/** Writer of indented source code. */
public final class CodeWriter {

    private static final String INDENT = "    ";

    private final StringBuilder text = new StringBuilder();
    private int depth;

    /**
     * Writes one line.
     *
     * @param format as for {@link String#format}
     * @param arguments its arguments
     * @return this
     */
    public CodeWriter line(String format, Object... arguments) {
        text.append(INDENT.repeat(depth));
        text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
        text.append('\n');
        return this;
    }

    /**
     * Writes a line that opens a block, and indents the following lines.
     *
     * @param format as for {@link String#format}
     * @param arguments its arguments
     * @return this
     */
    public CodeWriter open(String format, Object... arguments) {
        line(format + " {", arguments);
        depth++;
        return this;
    }

    /**
     * Opens an anonymous block.
     *
     * @return this
     */
    public CodeWriter block() {
        line("{");
        depth++;
        return this;
    }

    /**
     * Closes the innermost block.
     *
     * @return this
     */
    public CodeWriter close() {
        depth--;
        return line("}");
    }

    /**
     * Closes the innermost block and opens its else branch.
     *
     * @return this
     */
    public CodeWriter elseBlock() {
        depth--;
        line("} else {");
        depth++;
        return this;
    }

    /**
     * Appends the output of another writer.
     *
     * @param lines whole lines, which are not indented
     * @return this
     */
    public CodeWriter append(String lines) {
        text.append(lines);
        return this;
    }

    /**
     * Writes an empty line.
     *
     * @return this
     */
    public CodeWriter blank() {
        text.append('\n');
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
