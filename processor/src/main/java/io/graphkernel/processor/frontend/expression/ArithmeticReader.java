package io.graphkernel.processor.frontend.expression;

import static io.graphkernel.processor.frontend.javac.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.DimArithmetic;
import io.graphkernel.processor.frontend.value.IntegerDivisionCheck;
import io.graphkernel.processor.frontend.value.ScalarArithmetic;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ConstantValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import java.util.Optional;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reader of Java arithmetic on numbers, booleans and sizes: operators, conditional expressions and casts. */
final class ArithmeticReader {

    private final Javac javac;
    private final ExpressionReader expressions;
    private final IntegerDivisionCheck remainders;

    ArithmeticReader(Javac javac, ExpressionReader expressions, IntegerDivisionCheck remainders) {
        this.javac = javac;
        this.expressions = expressions;
        this.remainders = remainders;
    }

    SymbolicValue binary(TreePath path, BinaryTree tree) throws RejectedTreeException {
        boolean isEquality = tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
        if (isEquality && javac.isEnum(javac.type(child(path, tree.getLeftOperand())))) {
            SymbolicValue constant = expressions.read(child(path, tree.getLeftOperand()), "");
            SymbolicValue other = expressions.read(child(path, tree.getRightOperand()), "");
            return new ConstantValue(constant.equals(other) == (tree.getKind() == Tree.Kind.EQUAL_TO));
        }
        SymbolicValue left = operand(path, tree.getLeftOperand());
        if (left instanceof ConstantValue constant && constant.value() instanceof Boolean known) {
            boolean decided = tree.getKind() == Tree.Kind.CONDITIONAL_AND && !known
                    || tree.getKind() == Tree.Kind.CONDITIONAL_OR && known;
            if (decided) {
                return left;
            }
        }
        boolean isShortCircuit =
                tree.getKind() == Tree.Kind.CONDITIONAL_AND || tree.getKind() == Tree.Kind.CONDITIONAL_OR;
        SymbolicValue right = isShortCircuit && !(left instanceof ConstantValue)
                ? expressions.scalars().readConditionalNumber(child(path, tree.getRightOperand()))
                : operand(path, tree.getRightOperand());
        return combine(path, tree.getKind(), left, right);
    }

    private SymbolicValue operand(TreePath operation, ExpressionTree tree) throws RejectedTreeException {
        SymbolicValue value = expressions.read(child(operation, tree), "");
        if (!ScalarReader.isNumber(value)) {
            throw expressions.unsupported(operation);
        }
        return value;
    }

    /**
     * Combines two numbers.
     *
     * @param path tree for messages
     * @param operator a binary operator
     * @param left the left operand
     * @param right the right operand
     * @return the result
     * @throws RejectedTreeException if a constant is divided by zero
     */
    SymbolicValue combine(TreePath path, Tree.Kind operator, SymbolicValue left, SymbolicValue right)
            throws RejectedTreeException {
        try {
            if (left instanceof TensorNumber || right instanceof TensorNumber) {
                return expressions.tensorNumbers().binary(path, operator, left, right);
            }
            if (!DimArithmetic.isDim(left) && !DimArithmetic.isDim(right)) {
                SymbolicValue result = ScalarArithmetic.binary(operator, left, right);
                remainders.combined(path, operator, left, right, result);
                return result;
            }
            Optional<SymbolicValue> result = DimArithmetic.binary(operator, left, right);
            if (result.isPresent()) {
                return result.get();
            }
            if (ScalarArithmetic.isComparison(operator) && expressions.isInLoopCondition()) {
                throw javac.reject(path, Diagnostic.NON_CONSTANT_LOOP, Javac.text(path.getLeaf()));
            }
            return expressions.tensorNumbers().binary(path, operator, left, right);
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        }
    }

    SymbolicValue unary(TreePath path, UnaryTree tree) throws RejectedTreeException {
        switch (tree.getKind()) {
            case UNARY_PLUS, UNARY_MINUS, BITWISE_COMPLEMENT, LOGICAL_COMPLEMENT:
                SymbolicValue operand = expressions.scalars().readNumber(child(path, tree.getExpression()));
                if (operand instanceof TensorNumber) {
                    return expressions.tensorNumbers().unary(path, tree.getKind(), operand);
                }
                if (operand instanceof DimValue size) {
                    Optional<SymbolicValue> result = DimArithmetic.unary(tree.getKind(), size);
                    return result.isPresent()
                            ? result.get()
                            : expressions.tensorNumbers().unary(path, tree.getKind(), operand);
                }
                return derived(ScalarArithmetic.unary(tree.getKind(), operand), operand);
            default:
                throw expressions.unsupported(path);
        }
    }

    SymbolicValue conditional(TreePath path, ConditionalExpressionTree tree, String label)
            throws RejectedTreeException {
        TreePath conditionPath = child(path, tree.getCondition());
        TypeMirror type = javac.type(path);
        SymbolicValue condition = expressions.read(conditionPath, "");
        if (condition instanceof ConstantValue constant && constant.value() instanceof Boolean known) {
            SymbolicValue chosen =
                    expressions.read(child(path, known ? tree.getTrueExpression() : tree.getFalseExpression()), label);
            return ScalarArithmetic.isScalar(chosen) ? ScalarArithmetic.convert(chosen, type.getKind()) : chosen;
        }
        if (!ScalarReader.isNumber(condition)) {
            throw expressions.unsupported(conditionPath);
        }
        TreePath yesPath = child(path, tree.getTrueExpression());
        TreePath noPath = child(path, tree.getFalseExpression());
        if (!type.getKind().isPrimitive()) {
            SymbolicValue yes = expressions.readConditional(yesPath, label);
            SymbolicValue no = expressions.readConditional(noPath, label);
            return expressions.selection().select(path, condition, yes, no);
        }
        SymbolicValue yes = expressions.scalars().readConditionalNumber(yesPath);
        SymbolicValue no = expressions.scalars().readConditionalNumber(noPath);
        boolean known =
                ScalarArithmetic.isScalar(condition) && ScalarArithmetic.isScalar(yes) && ScalarArithmetic.isScalar(no);
        return known
                ? ScalarArithmetic.choice(condition, yes, no, type.getKind())
                : expressions.tensorNumbers().select(path, condition, yes, no, type.getKind());
    }

    SymbolicValue cast(TreePath path, TypeCastTree tree) throws RejectedTreeException {
        TypeMirror target = javac.type(child(path, tree.getType()));
        if (!target.getKind().isPrimitive()) {
            throw expressions.unsupported(path);
        }
        TreePath operand = child(path, tree.getExpression());
        return convert(operand, target.getKind(), expressions.scalars().readNumber(operand));
    }

    /** Converts a number, as a cast does. */
    SymbolicValue convert(TreePath path, TypeKind type, SymbolicValue value) throws RejectedTreeException {
        if (value instanceof TensorNumber) {
            return expressions.tensorNumbers().convert(path, value, type);
        }
        return value instanceof DimValue size
                ? expressions.conversion().narrowed(path, type, size)
                : derived(ScalarArithmetic.convert(value, type), value);
    }

    /** Returns a value derived from another one. */
    SymbolicValue derived(SymbolicValue result, SymbolicValue source) {
        remainders.derived(result, source);
        return result;
    }
}
