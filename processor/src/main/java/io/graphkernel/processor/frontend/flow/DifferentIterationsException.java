package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DTypeValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.EnumValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TextValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.UnassignedValue;
import javax.lang.model.element.Element;

/** Reason why the body of a loop cannot be compiled once for all iterations. */
public final class DifferentIterationsException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient TreePath path;
    private final transient Diagnostic diagnostic;
    private final transient Object[] arguments;

    /**
     * Creates a reason.
     *
     * @param path tree for the message
     * @param diagnostic its message
     * @param arguments arguments of the message
     */
    public DifferentIterationsException(TreePath path, Diagnostic diagnostic, Object... arguments) {
        this.path = path;
        this.diagnostic = diagnostic;
        this.arguments = arguments;
    }

    /** Returns the reason that a variable changes its type. */
    public static DifferentIterationsException changes(
            TreePath assignment, Element variable, String before, String after) {
        return new DifferentIterationsException(
                assignment, Diagnostic.LOOP_VALUE_CHANGES, HiddenVariable.described(variable, ""), before, after);
    }

    /**
     * Returns the reason that a constant changes.
     *
     * @param name path of the constant below its variable; empty for the variable
     * @param before its value before an iteration
     * @param after its value after the iteration
     */
    public static DifferentIterationsException constant(
            TreePath assignment, Element variable, String name, SymbolicValue before, SymbolicValue after) {
        return new DifferentIterationsException(
                assignment,
                Diagnostic.LOOP_CONSTANT_CHANGES,
                HiddenVariable.described(variable, name),
                text(before),
                text(after),
                before instanceof UnassignedValue
                        ? "assign the element before the loop"
                        : "change a number or a tensor, and test it with a condition");
    }

    private static String text(SymbolicValue value) {
        if (value instanceof ConstantValue constant) {
            return constant.value().toString();
        }
        if (value instanceof EnumValue constant) {
            return constant.constant();
        }
        if (value instanceof DTypeValue type) {
            return type.dtype().name();
        }
        if (value instanceof TextValue text) {
            return '"' + text.text() + '"';
        }
        if (value instanceof UnassignedValue) {
            return "no value";
        }
        return value instanceof TensorValue ? "a tensor" : "a number that is known only at the call";
    }

    /** Returns the reason that a loop does not fill an array or list. */
    public static DifferentIterationsException array(TreePath assignment, String problem, String advice) {
        return new DifferentIterationsException(assignment, Diagnostic.LOOP_ARRAY, problem, advice);
    }

    /** Returns the reason that a called method changes the elements of an array or list. */
    public static DifferentIterationsException changedElements(TreePath path, Element variable) {
        return array(
                path,
                "a method that is called here, or a record, changes the elements of "
                        + HiddenVariable.described(variable, ""),
                "assign or add the element here, to the variable of the array or list");
    }

    /** Reports the reason. */
    public RejectedTreeException report(Javac javac) {
        return javac.reject(path, diagnostic, arguments);
    }
}
