package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ArrayValue;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.NoValue;
import io.graphkernel.processor.frontend.Value.RecordValue;
import io.graphkernel.processor.frontend.Value.TensorValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reads the statements of a body in the order in which they would run: loops are unrolled and conditions decided.
 *
 * <p>A simple statement that is rejected does not end the reading, so that one compilation shows every mistake; its
 * variable has no value from there on. A rejected loop or condition does end it.
 */
final class BodyReader {

    /** Unrolled iterations in one method: a kernel of more ops would be a mistake. */
    private static final int MOST_ITERATIONS = 1000;

    private final Javac javac;
    private final TypeMirror returnType;
    private final Scope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final Unused unused;
    private int iterations;
    private boolean rejected;
    private Value result;

    /**
     * Prepares to read a body.
     *
     * @param javac reports
     * @param returnType what {@code return} gives
     * @param scope the variables, those of the body among them when it has been read
     * @param graph receives the ops
     * @param expressions reads the expressions in it
     * @param unused hears of variables
     */
    BodyReader(
            Javac javac,
            TypeMirror returnType,
            Scope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            Unused unused) {
        this.javac = javac;
        this.returnType = returnType;
        this.scope = scope;
        this.graph = graph;
        this.expressions = expressions;
        this.unused = unused;
    }

    /**
     * Reads a body.
     *
     * @param body the block; of a lambda also an expression
     * @return what the method or lambda returns
     * @throws Rejected if any statement was rejected
     */
    Value read(TreePath body) throws Rejected {
        if (!(body.getLeaf() instanceof ExpressionTree)) {
            statement(body);
        } else if (returnType.getKind() == TypeKind.VOID) {
            effect(body);
        } else {
            result = readAs(returnType, body, "");
        }
        if (result == null && returnType.getKind() == TypeKind.VOID) {
            result = new NoValue();
        }
        if (rejected || result == null) {
            throw new Rejected();
        }
        return result;
    }

    private boolean returned() {
        return result != null;
    }

    private void statement(TreePath path) throws Rejected {
        Tree tree = path.getLeaf();
        if (tree instanceof BlockTree block) {
            for (StatementTree statement : block.getStatements()) {
                if (!returned()) {
                    statement(child(path, statement));
                }
            }
        } else if (tree instanceof IfTree choice) {
            boolean condition = expressions.readCondition(child(path, choice.getCondition()));
            StatementTree chosen = condition ? choice.getThenStatement() : choice.getElseStatement();
            if (chosen != null) {
                statement(child(path, chosen));
            }
        } else if (tree instanceof ForLoopTree loop) {
            unroll(path, loop);
        } else if (tree instanceof EnhancedForLoopTree loop) {
            unroll(path, loop);
        } else if (tree instanceof VariableTree variable) {
            declare(path, variable);
        } else if (tree instanceof ExpressionStatementTree statement) {
            effect(child(path, statement.getExpression()));
        } else if (tree instanceof ReturnTree statement) {
            giveBack(path, statement);
        } else if (!(tree instanceof EmptyStatementTree)) {
            Unsupported construct = Unsupported.of(tree);
            throw javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
    }

    private void unroll(TreePath path, ForLoopTree loop) throws Rejected {
        for (StatementTree initializer : loop.getInitializer()) {
            statement(child(path, initializer));
        }
        if (loop.getCondition() == null) {
            Unsupported construct = Unsupported.of(loop);
            throw javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
        while (!returned() && !rejected && expressions.readLoopCondition(child(path, loop.getCondition()))) {
            iterate(path, loop.getStatement());
            for (ExpressionStatementTree update : loop.getUpdate()) {
                if (!returned()) {
                    statement(child(path, update));
                }
            }
        }
        if (rejected) {
            throw new Rejected();
        }
    }

    private void unroll(TreePath path, EnhancedForLoopTree loop) throws Rejected {
        TreePath values = child(path, loop.getExpression());
        if (!(expressions.read(values, "") instanceof ArrayValue array)) {
            throw expressions.unsupported(values);
        }
        TreePath declaration = child(path, loop.getVariable());
        Element variable = javac.element(declaration);
        requireSupported(declaration, variable);
        for (Value element : array.elements()) {
            if (returned() || rejected) {
                break;
            }
            scope.bind(variable, as(variable.asType(), values, element));
            iterate(path, loop.getStatement());
        }
        if (rejected) {
            throw new Rejected();
        }
    }

    private void iterate(TreePath loop, StatementTree body) throws Rejected {
        if (++iterations > MOST_ITERATIONS) {
            throw javac.reject(loop, Diagnostic.LOOP_TOO_LONG, MOST_ITERATIONS);
        }
        statement(child(loop, body));
    }

    private void requireSupported(TreePath declaration, Element variable) throws Rejected {
        if (!isSupported(variable.asType())) {
            throw javac.reject(
                    declaration,
                    Diagnostic.UNSUPPORTED_VARIABLE,
                    variable.getSimpleName(),
                    variable.asType(),
                    Unsupported.variableAdvice(variable.asType()));
        }
    }

    private void declare(TreePath path, VariableTree tree) {
        Element variable = javac.element(path);
        TypeMirror type = variable.asType();
        try {
            requireSupported(path, variable);
            if (tree.getInitializer() != null) {
                TreePath initializer = child(path, tree.getInitializer());
                int updates = graph.updateCount();
                bind(
                        path,
                        variable,
                        initializer,
                        updates,
                        readAs(type, initializer, tree.getName().toString()));
            }
        } catch (Rejected e) {
            rejected = true;
            scope.reject(variable);
        }
    }

    private void bind(TreePath path, Element variable, TreePath expression, int updatesBefore, Value value) {
        scope.bind(variable, value);
        if (graph.updateCount() == updatesBefore && !(expression.getLeaf() instanceof IdentifierTree)) {
            unused.bound(path, variable, value);
        }
    }

    private boolean isSupported(TypeMirror type) {
        return type.getKind().isPrimitive()
                || javac.isTensor(type)
                || javac.isRecord(type)
                || ArrayReader.isSupported(javac, type);
    }

    /** Reads an expression where a type is expected. */
    private Value readAs(TypeMirror type, TreePath path, String label) throws Rejected {
        return as(type, path, expressions.read(path, label));
    }

    private Value as(TypeMirror type, TreePath path, Value value) throws Rejected {
        if (type.getKind().isPrimitive() && Scalars.isScalar(value)) {
            return expressions.derived(Scalars.convert(value, type.getKind()), value);
        }
        if (type.getKind() == TypeKind.LONG && DimArithmetic.isDim(value)) {
            return value;
        }
        if (type.getKind().isPrimitive() && DimArithmetic.isDim(value)) {
            throw expressions.sizeOutOfPlace(path);
        }
        boolean fits = javac.isTensor(type)
                ? value instanceof TensorValue
                : javac.isRecord(type) ? value instanceof RecordValue : value instanceof ArrayValue;
        if (!fits) {
            throw expressions.unsupported(path);
        }
        return value;
    }

    /** An expression statement: an assignment, a count, or a call that updates a parameter. */
    private void effect(TreePath path) {
        Tree tree = path.getLeaf();
        Element target = null;
        try {
            if (tree instanceof AssignmentTree assignment) {
                target = variable(path, assignment.getVariable());
                TreePath expression = child(path, assignment.getExpression());
                int updates = graph.updateCount();
                String label = target.getSimpleName().toString();
                bind(path, target, expression, updates, readAs(target.asType(), expression, label));
            } else if (tree instanceof CompoundAssignmentTree assignment) {
                target = variable(path, assignment.getVariable());
                String operator = tree.getKind().name();
                Tree.Kind binary = Tree.Kind.valueOf(operator.substring(0, operator.lastIndexOf('_')));
                update(path, target, binary, expressions.read(child(path, assignment.getExpression()), ""));
            } else if (tree instanceof UnaryTree count) {
                target = variable(path, count.getExpression());
                boolean up =
                        tree.getKind() == Tree.Kind.PREFIX_INCREMENT || tree.getKind() == Tree.Kind.POSTFIX_INCREMENT;
                update(path, target, up ? Tree.Kind.PLUS : Tree.Kind.MINUS, new ConstantValue(1));
            } else {
                call(path);
            }
        } catch (Rejected e) {
            rejected = true;
            if (target != null) {
                scope.reject(target);
            }
        }
    }

    private void update(TreePath path, Element target, Tree.Kind operator, Value operand) throws Rejected {
        Value before = scope.find(target).orElseThrow(Rejected::new);
        boolean numbers = isNumber(before) && isNumber(operand);
        if (!numbers) {
            throw expressions.unsupported(path);
        }
        Value after = expressions.combine(path, operator, before, operand);
        scope.bind(
                target,
                DimArithmetic.isDim(after)
                        ? after
                        : expressions.derived(
                                Scalars.convert(after, target.asType().getKind()), after));
    }

    private static boolean isNumber(Value value) {
        return Scalars.isScalar(value) || DimArithmetic.isDim(value);
    }

    private Element variable(TreePath path, ExpressionTree tree) throws Rejected {
        if (tree instanceof ParenthesizedTree parenthesized) {
            return variable(path, parenthesized.getExpression());
        }
        Element element = javac.element(child(path, tree));
        boolean local = tree instanceof IdentifierTree
                && (element.getKind() == ElementKind.LOCAL_VARIABLE || element.getKind() == ElementKind.PARAMETER);
        if (!local) {
            throw javac.reject(
                    path,
                    Diagnostic.UNSUPPORTED_STATEMENT,
                    "assigning to '" + Javac.text(tree) + "'",
                    "assign to local variables, or update a parameter with assign(parameter, value)");
        }
        return element;
    }

    private void call(TreePath path) throws Rejected {
        int updates = graph.updateCount();
        expressions.read(path, "");
        if (graph.updateCount() == updates) {
            TreePath position =
                    path.getLeaf() instanceof MethodInvocationTree call ? child(path, call.getMethodSelect()) : path;
            throw javac.reject(position, Diagnostic.RESULT_DROPPED, Javac.text(path.getLeaf()));
        }
    }

    private void giveBack(TreePath path, ReturnTree statement) throws Rejected {
        if (statement.getExpression() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                // javac says that a value is missing.
                throw new Rejected();
            }
            result = new NoValue();
        } else {
            result = readAs(returnType, child(path, statement.getExpression()), "");
        }
    }
}
