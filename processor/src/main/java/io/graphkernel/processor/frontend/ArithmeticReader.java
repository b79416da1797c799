package io.graphkernel.processor.frontend;

import static io.graphkernel.processor.frontend.Javac.child;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.Value.ConstantValue;
import io.graphkernel.processor.frontend.Value.DimValue;
import java.util.Optional;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads what Java computes with numbers, booleans and sizes: operators, choices and casts. */
final class ArithmeticReader {

    private final Javac javac;
    private final ExpressionReader expressions;
    private final DroppedRemainders remainders;

    ArithmeticReader(Javac javac, ExpressionReader expressions, DroppedRemainders remainders) {
        this.javac = javac;
        this.expressions = expressions;
        this.remainders = remainders;
    }

    Value binary(TreePath path, BinaryTree tree) throws Rejected {
        Value left = operand(path, tree.getLeftOperand());
        if (left instanceof ConstantValue constant && constant.value() instanceof Boolean known) {
            boolean decided = tree.getKind() == Tree.Kind.CONDITIONAL_AND && !known
                    || tree.getKind() == Tree.Kind.CONDITIONAL_OR && known;
            if (decided) {
                return left;
            }
        }
        return combine(path, tree.getKind(), left, operand(path, tree.getRightOperand()));
    }

    private Value operand(TreePath operation, ExpressionTree tree) throws Rejected {
        Value value = expressions.read(child(operation, tree), "");
        if (!Scalars.isScalar(value) && !DimArithmetic.isDim(value)) {
            throw expressions.unsupported(operation);
        }
        return value;
    }

    /**
     * Combines two numbers.
     *
     * @param path the tree for messages
     * @param operator a binary operator
     * @param left the left operand
     * @param right the right operand
     * @return the result
     * @throws Rejected for a constant division by zero
     */
    Value combine(TreePath path, Tree.Kind operator, Value left, Value right) throws Rejected {
        try {
            if (!DimArithmetic.isDim(left) && !DimArithmetic.isDim(right)) {
                Value result = Scalars.binary(operator, left, right);
                remainders.combined(path, operator, left, right, result);
                return result;
            }
            Optional<Value> result = DimArithmetic.binary(operator, left, right);
            boolean undecided = DimArithmetic.dim(left).isPresent()
                    && DimArithmetic.dim(right).isPresent()
                    && Scalars.isComparison(operator);
            return result.orElseThrow(() -> undecided
                    ? javac.reject(
                            path,
                            expressions.isInLoopCondition()
                                    ? Diagnostic.NON_CONSTANT_LOOP
                                    : Diagnostic.SIZE_IN_CONDITION,
                            Javac.text(path.getLeaf()))
                    : expressions.sizeOutOfPlace(path));
        } catch (ArithmeticException e) {
            throw javac.reject(path, Diagnostic.CONSTANT_FAILS, Javac.text(path.getLeaf()), e.getMessage());
        }
    }

    Value unary(TreePath path, UnaryTree tree) throws Rejected {
        switch (tree.getKind()) {
            case UNARY_PLUS, UNARY_MINUS, BITWISE_COMPLEMENT, LOGICAL_COMPLEMENT:
                Value operand = expressions.readNumber(child(path, tree.getExpression()));
                return operand instanceof DimValue size
                        ? DimArithmetic.unary(tree.getKind(), size).orElseThrow(() -> expressions.sizeOutOfPlace(path))
                        : derived(Scalars.unary(tree.getKind(), operand), operand);
            default:
                throw expressions.unsupported(path);
        }
    }

    Value conditional(TreePath path, ConditionalExpressionTree tree, String label) throws Rejected {
        TreePath conditionPath = child(path, tree.getCondition());
        TypeMirror type = javac.type(path);
        Value condition = expressions.read(conditionPath, "");
        if (condition instanceof ConstantValue constant && constant.value() instanceof Boolean known) {
            Value chosen =
                    expressions.read(child(path, known ? tree.getTrueExpression() : tree.getFalseExpression()), label);
            return Scalars.isScalar(chosen) ? Scalars.convert(chosen, type.getKind()) : chosen;
        }
        if (!type.getKind().isPrimitive() || !Scalars.isScalar(condition)) {
            expressions.readCondition(conditionPath);
        }
        return Scalars.choice(
                condition,
                expressions.readScalar(child(path, tree.getTrueExpression())),
                expressions.readScalar(child(path, tree.getFalseExpression())),
                type.getKind());
    }

    Value cast(TreePath path, TypeCastTree tree) throws Rejected {
        TypeMirror target = javac.type(child(path, tree.getType()));
        if (!target.getKind().isPrimitive()) {
            throw expressions.unsupported(path);
        }
        TreePath operand = child(path, tree.getExpression());
        Value value = expressions.readNumber(operand);
        if (!DimArithmetic.isDim(value)) {
            return derived(Scalars.convert(value, target.getKind()), value);
        }
        if (target.getKind() != TypeKind.LONG) {
            throw expressions.sizeOutOfPlace(operand);
        }
        return value;
    }

    /** A value that was made of another one. */
    Value derived(Value result, Value source) {
        remainders.derived(result, source);
        return result;
    }
}
