package io.graphkernel.generation.chat;

import com.hubspot.jinjava.interpret.JinjavaInterpreter;
import com.hubspot.jinjava.lib.filter.Filter;
import org.jspecify.annotations.Nullable;

/** Filter of Jinja2 that replaces all occurrences of a text, as the method of strings does. */
final class ReplaceFilter implements Filter {

    @Override
    public String getName() {
        return "replace";
    }

    @Override
    public @Nullable Object filter(@Nullable Object value, JinjavaInterpreter interpreter, String... arguments) {
        if (arguments.length != 2) {
            throw PythonMethods.unavailable("replace", "with " + arguments.length + " arguments");
        }
        return value == null ? null : PythonMethods.replace(value.toString(), arguments[0], arguments[1]);
    }
}
