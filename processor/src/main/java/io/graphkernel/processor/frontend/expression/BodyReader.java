package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

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
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.javac.UnsupportedConstructs;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.NoValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Reader of the statements of a body in execution order, which unrolls loops and resolves conditions.
 *
 * <p>A rejected simple statement does not stop the reader, so that one compilation reports every error. Its variable
 * has no value from then on. A rejected loop or condition does stop the reader.
 */
public final class BodyReader {

    /** Maximum number of unrolled iterations in one method. */
    private static final int MAX_ITERATIONS = 1000;

    private final Javac javac;
    private final TypeMirror returnType;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final ExpressionReader expressions;
    private final UnusedValueCheck unused;
    private int iterations;
    private boolean rejected;
    private SymbolicValue result;

    /**
     * Creates a reader of a body.
     *
     * @param javac services of javac, for messages
     * @param returnType type of the returned value
     * @param scope variables of the method, to which those of the body are added
     * @param graph graph that receives the ops
     * @param expressions reader of the expressions in the body
     * @param unused check that records variables
     */
    public BodyReader(
            Javac javac,
            TypeMirror returnType,
            VariableScope scope,
            BodyGraph graph,
            ExpressionReader expressions,
            UnusedValueCheck unused) {
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
     * @param body the block, or the expression of a lambda
     * @return value returned by the method or lambda
     * @throws RejectedTreeException if any statement was rejected
     */
    public SymbolicValue read(TreePath body) throws RejectedTreeException {
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
            throw new RejectedTreeException();
        }
        return result;
    }

    private boolean returned() {
        return result != null;
    }

    private void statement(TreePath path) throws RejectedTreeException {
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
            returnStatement(path, statement);
        } else if (!(tree instanceof EmptyStatementTree)) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(tree);
            throw javac.reject(path, Diagnostic.UNSUPPORTED_STATEMENT, construct.name(), construct.advice());
        }
    }

    private void unroll(TreePath path, ForLoopTree loop) throws RejectedTreeException {
        for (StatementTree initializer : loop.getInitializer()) {
            statement(child(path, initializer));
        }
        if (loop.getCondition() == null) {
            UnsupportedConstructs construct = UnsupportedConstructs.of(loop);
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
            throw new RejectedTreeException();
        }
    }

    private void unroll(TreePath path, EnhancedForLoopTree loop) throws RejectedTreeException {
        TreePath values = child(path, loop.getExpression());
        if (!(expressions.read(values, "") instanceof ArrayValue array)) {
            throw expressions.unsupported(values);
        }
        TreePath declaration = child(path, loop.getVariable());
        Element variable = javac.element(declaration);
        requireSupported(declaration, variable);
        for (SymbolicValue element : array.elements()) {
            if (returned() || rejected) {
                break;
            }
            scope.bind(variable, as(variable.asType(), values, element));
            iterate(path, loop.getStatement());
        }
        if (rejected) {
            throw new RejectedTreeException();
        }
    }

    private void iterate(TreePath loop, StatementTree body) throws RejectedTreeException {
        if (++iterations > MAX_ITERATIONS) {
            throw javac.reject(loop, Diagnostic.LOOP_TOO_LONG, MAX_ITERATIONS);
        }
        statement(child(loop, body));
    }

    private void requireSupported(TreePath declaration, Element variable) throws RejectedTreeException {
        if (!isSupported(variable.asType())) {
            throw javac.reject(
                    declaration,
                    Diagnostic.UNSUPPORTED_VARIABLE,
                    variable.getSimpleName(),
                    variable.asType(),
                    UnsupportedConstructs.variableAdvice(variable.asType()));
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
        } catch (RejectedTreeException e) {
            rejected = true;
            scope.reject(variable);
        }
    }

    private void bind(TreePath path, Element variable, TreePath expression, int updatesBefore, SymbolicValue value) {
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

    /** Reads an expression with an expected type. */
    private SymbolicValue readAs(TypeMirror type, TreePath path, String label) throws RejectedTreeException {
        return as(type, path, expressions.read(path, label));
    }

    private SymbolicValue as(TypeMirror type, TreePath path, SymbolicValue value) throws RejectedTreeException {
        if (type.getKind().isPrimitive() && ScalarArithmetic.isScalar(value)) {
            return expressions.derived(ScalarArithmetic.convert(value, type.getKind()), value);
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

    /** Reads an expression statement: an assignment, an increment, or a call that updates a parameter. */
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
        } catch (RejectedTreeException e) {
            rejected = true;
            if (target != null) {
                scope.reject(target);
            }
        }
    }

    private void update(TreePath path, Element target, Tree.Kind operator, SymbolicValue operand)
            throws RejectedTreeException {
        SymbolicValue before = scope.find(target).orElseThrow(RejectedTreeException::new);
        boolean numbers = isNumber(before) && isNumber(operand);
        if (!numbers) {
            throw expressions.unsupported(path);
        }
        SymbolicValue after = expressions.combine(path, operator, before, operand);
        scope.bind(
                target,
                DimArithmetic.isDim(after)
                        ? after
                        : expressions.derived(
                                ScalarArithmetic.convert(after, target.asType().getKind()), after));
    }

    private static boolean isNumber(SymbolicValue value) {
        return ScalarArithmetic.isScalar(value) || DimArithmetic.isDim(value);
    }

    private Element variable(TreePath path, ExpressionTree tree) throws RejectedTreeException {
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

    private void call(TreePath path) throws RejectedTreeException {
        int updates = graph.updateCount();
        expressions.read(path, "");
        if (graph.updateCount() == updates) {
            TreePath position =
                    path.getLeaf() instanceof MethodInvocationTree call ? child(path, call.getMethodSelect()) : path;
            throw javac.reject(position, Diagnostic.RESULT_DROPPED, Javac.text(path.getLeaf()));
        }
    }

    private void returnStatement(TreePath path, ReturnTree statement) throws RejectedTreeException {
        if (statement.getExpression() == null) {
            if (returnType.getKind() != TypeKind.VOID) {
                // javac reports the missing value.
                throw new RejectedTreeException();
            }
            result = new NoValue();
        } else {
            result = readAs(returnType, child(path, statement.getExpression()), "");
        }
    }
}
