<?php
/**
 * Which products of a WooCommerce shop ask for the age check.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * A product asks when it is marked itself, or when one of its categories or their parents is.
 */
final class Lintel_Gate_WooCommerce_Products {
	const OPTION        = 'lintel_gate_woocommerce';
	const PRODUCT_MARK  = '_lintel_gate_check';
	const CATEGORY_MARK = 'lintel_gate_check';

	/** Marked products ask in the cart and at the checkout; whether their pages are closed too is the owner's choice. */
	const DEFAULTS = array(
		'products' => 'marked',
		'pages'    => 'open',
	);

	/** @var array<string, int[]> What column() has read in this request. */
	private static $columns = array();

	/**
	 * Adds the hooks: what the gate keeps closed, and that page caches forget what it was before.
	 */
	public static function boot(): void {
		add_filter( 'lintel_gate_protected_terms', array( self::class, 'closed_categories' ) );
		add_filter( 'lintel_gate_protected_ids', array( self::class, 'closed_products' ) );
		foreach ( array( 'add', 'update' ) as $change ) {
			add_action( $change . '_option_' . self::OPTION, array( Lintel_Gate_Caches::class, 'purge' ), 20, 0 );
		}
		foreach ( array( 'added', 'updated', 'deleted' ) as $change ) {
			add_action( $change . '_post_meta', array( self::class, 'on_mark' ), 20, 3 );
			add_action( $change . '_term_meta', array( self::class, 'on_mark' ), 20, 3 );
		}
	}

	/**
	 * A product or category was marked, or is no longer.
	 *
	 * @param int|int[] $meta_id The row; several when they are deleted.
	 * @param int       $id      The product or category.
	 * @param string    $key     The field.
	 */
	public static function on_mark( $meta_id, $id, $key ): void {
		if ( in_array( $key, array( self::PRODUCT_MARK, self::CATEGORY_MARK ), true ) && self::closes_pages() ) {
			self::$columns = array();
			Lintel_Gate_Caches::purge();
		}
	}

	/**
	 * One of the shop's settings.
	 *
	 * @param string $name A key of DEFAULTS.
	 */
	public static function setting( string $name ): string {
		$stored = get_option( self::OPTION, array() );
		$all    = array_merge( self::DEFAULTS, is_array( $stored ) ? $stored : array() );
		return (string) $all[ $name ];
	}

	/**
	 * Whether this product asks. A deleted product cannot say what it was, so it asks.
	 *
	 * @param WC_Product|false|null $product The product, or a variation of it.
	 */
	public static function must_ask( $product ): bool {
		$asks = ! $product || 'all' === self::setting( 'products' ) || self::is_marked( self::main_id( $product ) );
		/**
		 * Lets a shop decide by its own rules, such as an attribute.
		 *
		 * @param bool                  $asks    Whether the product asks for the age check.
		 * @param WC_Product|false|null $product The product.
		 */
		return (bool) apply_filters( 'lintel_gate_product_must_ask', $asks, $product );
	}

	/**
	 * Whether the product with this id, or a category above it, is marked.
	 *
	 * @param int $product_id The product, not a variation.
	 */
	public static function is_marked( int $product_id ): bool {
		if ( 'yes' === get_post_meta( $product_id, self::PRODUCT_MARK, true ) ) {
			return true;
		}
		$categories = get_the_terms( $product_id, 'product_cat' );
		if ( is_wp_error( $categories ) ) {
			return true;
		}
		foreach ( $categories ? $categories : array() as $category ) {
			if ( self::is_marked_category( $category->term_id ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether this category, or one that holds it, is marked.
	 *
	 * @param int $category_id The category.
	 */
	public static function is_marked_category( int $category_id ): bool {
		foreach ( array_merge( array( $category_id ), get_ancestors( $category_id, 'product_cat', 'taxonomy' ) ) as $id ) {
			if ( 'yes' === get_term_meta( $id, self::CATEGORY_MARK, true ) ) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether the products' pages are closed too.
	 */
	private static function closes_pages(): bool {
		return class_exists( 'WooCommerce' ) && 'closed' === self::setting( 'pages' );
	}

	/**
	 * Adds the marked categories to what the gate keeps closed. It adds the categories inside them itself.
	 *
	 * @param array<string, int[]> $terms Term ids by taxonomy.
	 */
	public static function closed_categories( $terms ): array {
		if ( ! self::closes_pages() ) {
			return $terms;
		}
		$closed = isset( $terms['product_cat'] ) ? $terms['product_cat'] : array();
		return array( 'product_cat' => array_merge( $closed, self::categories() ) ) + $terms;
	}

	/**
	 * Adds the products that are marked themselves.
	 *
	 * @param int[] $ids Ids of posts.
	 */
	public static function closed_products( $ids ): array {
		return self::closes_pages() ? array_merge( $ids, self::products() ) : $ids;
	}

	/**
	 * Whether anything in the shop asks for the age check.
	 */
	public static function has_any(): bool {
		return class_exists( 'WooCommerce' ) && ( array() !== self::products() || array() !== self::categories() );
	}

	private static function categories(): array {
		global $wpdb;
		return self::column(
			'all' === self::setting( 'products' )
				? "SELECT term_id FROM {$wpdb->term_taxonomy} WHERE taxonomy = 'product_cat'"
				: $wpdb->prepare( "SELECT term_id FROM {$wpdb->termmeta} WHERE meta_key = %s AND meta_value = 'yes'", self::CATEGORY_MARK )
		);
	}

	private static function products(): array {
		global $wpdb;
		return self::column(
			'all' === self::setting( 'products' )
				? "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'product'"
				: $wpdb->prepare( "SELECT post_id FROM {$wpdb->postmeta} WHERE meta_key = %s AND meta_value = 'yes'", self::PRODUCT_MARK )
		);
	}

	/**
	 * Ids from the database, once in a request: every list of posts asks for them. It reads past WordPress's own lists,
	 * which ask the filters above what to leave out.
	 *
	 * @param string $sql A statement without anything from outside.
	 * @return int[]
	 */
	private static function column( string $sql ): array {
		global $wpdb;
		if ( ! isset( self::$columns[ $sql ] ) ) {
			// phpcs:ignore WordPress.DB -- prepared by the callers.
			self::$columns[ $sql ] = array_map( 'intval', $wpdb->get_col( $sql ) );
		}
		return self::$columns[ $sql ];
	}

	/**
	 * What lies in the cart.
	 *
	 * @param WC_Cart|null $cart The cart; there is none in wp-admin and in jobs.
	 * @return array<array{0: WC_Product|false, 1: string}> Products and their names.
	 */
	public static function of_cart( $cart ): array {
		$products = array();
		foreach ( $cart ? $cart->get_cart() : array() as $item ) {
			$product    = isset( $item['data'] ) ? $item['data'] : false;
			$products[] = array( $product, $product ? $product->get_name() : '' );
		}
		return $products;
	}

	/**
	 * What an order holds.
	 *
	 * @param WC_Order $order The order.
	 * @return array<array{0: WC_Product|false, 1: string}> Products, or false for one that was deleted, and their names.
	 */
	public static function of_order( $order ): array {
		$products = array();
		foreach ( $order->get_items() as $item ) {
			// An add-on may keep items that are no products, such as a table's reservation.
			if ( is_callable( array( $item, 'get_product' ) ) ) {
				$products[] = array( $item->get_product(), $item->get_name() );
			}
		}
		return $products;
	}

	/**
	 * The names of the products that ask.
	 *
	 * @param array<array{0: WC_Product|false, 1: string}> $products Products and their names.
	 * @return string[]
	 */
	public static function that_ask( array $products ): array {
		$names = array();
		foreach ( $products as list( $product, $name ) ) {
			if ( self::must_ask( $product ) ) {
				$names[] = $name;
			}
		}
		return array_values( array_unique( $names ) );
	}

	/**
	 * The id that carries the mark and the categories: a variation has neither of its own.
	 *
	 * @param WC_Product $product The product.
	 */
	private static function main_id( $product ): int {
		$parent = (int) $product->get_parent_id();
		return $parent ? $parent : (int) $product->get_id();
	}
}
