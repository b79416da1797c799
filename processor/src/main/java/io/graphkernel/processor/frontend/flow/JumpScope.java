package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.frontend.flow.BodyState.Completion;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Statement or body that jumps leave. A jump in a branch whose condition is known only when the kernels run sets
 * variables; the statements after the branch are executed unless one of them has ended their scope.
 */
public final class JumpScope {

    /** Kind of the statement or body. */
    private enum Kind {
        /** Body of a method or lambda. */
        METHOD,
        /** {@code switch} expression, whose value the statements around it read. */
        VALUE,
        /** Loop that remains one. */
        LOOP,
        /** Loop whose iterations are read sequentially, so that its jumps are resolved at compile time. */
        UNROLLED,
        SWITCH
    }

    private static final ConstantValue TRUE = new ConstantValue(true);
    private static final ConstantValue FALSE = new ConstantValue(false);

    private final Kind kind;
    private final String label;
    /** True once the statements have ended, for a loop those of the iteration. */
    private final Element ended;
    /** True once the loop has ended; null for another scope. */
    private final Element broken;
    /** Returned value; null for another scope, and without one. */
    private final Element result;
    /** Variable that counts the iterations, whose update no branch repeats; null without one. */
    private final Element counter;
    /** Scope around this one; null for a body. */
    private final JumpScope outer;

    private JumpScope(
            Kind kind, String label, Element ended, Element broken, Element result, Element counter, JumpScope outer) {
        this.kind = kind;
        this.label = label;
        this.ended = ended;
        this.broken = broken;
        this.result = result;
        this.counter = counter;
        this.outer = outer;
    }

    /**
     * Returns the scope of the body of a method or lambda.
     *
     * @param type type of the value that the body returns
     */
    public static JumpScope ofMethod(Javac javac, TypeMirror type) {
        return of(Kind.METHOD, javac, type);
    }

    /**
     * Returns the scope of a {@code switch} expression.
     *
     * @param type type of its value
     */
    public static JumpScope ofValue(Javac javac, TypeMirror type) {
        return of(Kind.VALUE, javac, type);
    }

    private static JumpScope of(Kind kind, Javac javac, TypeMirror type) {
        HiddenVariable result = type.getKind() == TypeKind.VOID
                ? null
                : HiddenVariable.result(javac.environment(), type, kind == Kind.METHOD, true);
        return new JumpScope(kind, null, new HiddenVariable(javac.environment(), "returned"), null, result, null, null);
    }

    /**
     * Returns the scope of a loop in this scope.
     *
     * @param loop the loop
     * @param counted variable that counts its iterations; null without one
     */
    public JumpScope loop(Javac javac, TreePath loop, Element counted) {
        return new JumpScope(
                Kind.LOOP,
                Jumps.label(loop),
                new HiddenVariable(javac.environment(), "ended"),
                new HiddenVariable(javac.environment(), "broken"),
                null,
                counted,
                this);
    }

    /** Returns the scope of a loop in this scope whose iterations are read sequentially. */
    public JumpScope unrolled(TreePath loop) {
        return new JumpScope(Kind.UNROLLED, Jumps.label(loop), null, null, null, null, this);
    }

    /** Returns the scope of a {@code switch} statement in this scope. */
    public JumpScope inSwitch(Javac javac) {
        return new JumpScope(
                Kind.SWITCH, null, new HiddenVariable(javac.environment(), "left"), null, null, null, this);
    }

    /** Returns true if no statement follows a returned value, as it ends a method or lambda. */
    public boolean endsMethod() {
        return outer == null ? kind == Kind.METHOD : outer.endsMethod();
    }

    /** Returns the label of a loop; null without one. */
    public String label() {
        return label;
    }

    /** Begins the statements, for a loop those of an iteration. */
    public void begin(VariableScope scope) {
        scope.bind(ended, FALSE);
        if (broken != null) {
            scope.bind(broken, FALSE);
        }
    }

    /** Removes the variables. */
    public void end(VariableScope scope) {
        scope.unbind(ended);
        if (result != null) {
            scope.unbind(result);
        }
    }

    /** Returns the variable of the value that the body around this scope returns; null if it returns none. */
    public Element result() {
        return outer == null ? result : outer.result();
    }

    /** Returns true if a jump in a branch can be recorded: it leaves no loop whose jumps are resolved at compile time. */
    public boolean isRecordable(Jump jump) {
        for (JumpScope scope = this; scope != null && scope.kind != Kind.UNROLLED; scope = scope.outer) {
            if (scope.isTarget(jump)) {
                return true;
            }
        }
        return false;
    }

    private boolean isTarget(Jump jump) {
        if (jump.way() == Completion.RETURN) {
            return outer == null;
        }
        if (jump.label() != null) {
            return jump.label().equals(label);
        }
        return kind == Kind.LOOP || kind == Kind.UNROLLED || kind == Kind.SWITCH && jump.way() == Completion.BREAK;
    }

    /**
     * Records a jump.
     *
     * @param value the returned value; null for another jump, and without one
     */
    public void record(VariableScope scope, Jump jump, SymbolicValue value) {
        scope.bind(ended, TRUE);
        boolean isTarget = isTarget(jump);
        if (broken != null && (!isTarget || jump.way() == Completion.BREAK)) {
            scope.bind(broken, TRUE);
        }
        if (!isTarget) {
            outer.record(scope, jump, value);
        } else if (result != null) {
            scope.bind(result, value);
        }
    }

    /**
     * Ends the loop of this scope before the statements of an iteration.
     *
     * @param condition condition under which it ends
     */
    public void endWhere(VariableScope scope, SymbolicValue condition) {
        scope.bind(ended, condition);
        scope.bind(broken, condition);
    }

    /** Adds the variables to those that statements in this scope assign, if these may jump, and removes the counter. */
    public void addTo(Map<Element, TreePath> assigned, List<TreePath> statements) {
        if (counter != null) {
            assigned.remove(counter);
        }
        for (Jump jump : Jumps.leaving(statements)) {
            if (isRecordable(jump)) {
                add(assigned, jump);
            }
        }
    }

    private void add(Map<Element, TreePath> assigned, Jump jump) {
        assigned.put(ended, jump.path());
        if (broken != null) {
            assigned.put(broken, jump.path());
        }
        if (!isTarget(jump)) {
            outer.add(assigned, jump);
        } else if (result != null) {
            assigned.put(result, jump.path());
        }
    }

    /** Returns the condition that the statements have ended; empty if they never have. */
    public Optional<SymbolicValue> endedIn(VariableScope scope) throws RejectedTreeException {
        return ended == null ? Optional.empty() : condition(scope, ended);
    }

    /** Returns the condition that the loop has ended; empty if it never has. */
    public Optional<SymbolicValue> brokenIn(VariableScope scope) throws RejectedTreeException {
        return condition(scope, broken);
    }

    private static Optional<SymbolicValue> condition(VariableScope scope, Element variable)
            throws RejectedTreeException {
        return scope.find(variable).filter(value -> !value.equals(FALSE));
    }
}
