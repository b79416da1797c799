package io.graphkernel.processor.op.source;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The statements of a Java method, as they are written, and the names of its variables. */
final class JavaStatements {

    private static final String INDENT = "    ";

    private final List<String> statements = new ArrayList<>();
    private final Set<String> variables = new HashSet<>();
    private String indent = "";

    /** The statements so far, one a line. */
    List<String> statements() {
        return statements;
    }

    /** Names that no variable may have. */
    void reserve(String... names) {
        Collections.addAll(variables, names);
    }

    void statement(String text) {
        statements.add(indent + text);
    }

    /** Begins a block. */
    void open(String head) {
        statement(head + " {");
        indent += INDENT;
    }

    /** Begins a loop over whole numbers and gives the name of the number. */
    String loop(int from, String end) {
        String i = unique("i");
        open("for (int " + i + " = " + from + "; " + i + " < " + end + "; " + i + "++)");
        return i;
    }

    void close() {
        indent = indent.substring(INDENT.length());
        statement("}");
    }

    /** Ends the block of a condition and begins the one for when it does not hold. */
    void otherwise() {
        indent = indent.substring(INDENT.length());
        open("} else");
    }

    /** Declares a variable of a value and gives its name. */
    String variable(String type, String name, String value) {
        String variable = unique(name);
        statement(type + " " + variable + " = " + value + ";");
        return variable;
    }

    /** Takes back the declaration of the last variable, unless something else reads it. */
    void forget(String variable) {
        Pattern name = Pattern.compile("(?<!\\w)" + variable + "(?!\\w)");
        List<String> naming = statements.stream()
                .filter(statement ->
                        name.matcher(statement.replace(variable + "(", "")).find())
                .toList();
        if (naming.size() == 1) {
            statements.remove(naming.get(0));
        }
    }

    /** A name for a variable, with a number if it is taken. */
    private String unique(String name) {
        String variable = name;
        for (int number = 2; !variables.add(variable); number++) {
            variable = name + number;
        }
        return variable;
    }
}
