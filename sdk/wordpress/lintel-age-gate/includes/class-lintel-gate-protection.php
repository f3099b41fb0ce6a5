<?php
/**
 * What is protected: the owner's choice of pages, categories and post types, and what hangs on them (attachments,
 * revisions, comments). Decided twice, by the same lists: in PHP for one post, in SQL for lists.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Decides about posts and queries.
 */
final class Lintel_Gate_Protection {
	/** These are as protected as the post that they belong to. */
	const BELONGING_TYPES = array( 'attachment', 'revision' );

	/** @var array<int, bool> Verdicts of this request, by post. */
	private static $verdicts = array();

	/** @var array<string, array> What is chosen, once all types and taxonomies are there to be chosen from. */
	private static $choices = array();

	/** @var bool Whether filters are being asked what is chosen. They may read posts, which must not ask again. */
	private static $is_deciding = false;

	/** @var int The post that an open path shows. Everything else on that page stays protected. */
	private static $open_post = 0;

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		$forget = static function (): void {
			self::$verdicts = array();
			self::$choices  = array();
		};
		foreach ( array( 'clean_post_cache', 'clean_term_cache', 'set_object_terms', 'updated_option', 'switch_blog' ) as $event ) {
			add_action( $event, $forget );
		}
	}

	/**
	 * Whether something is behind the gate.
	 *
	 * @param WP_Query|WP_Post|null $subject A post, a query, or null for the site itself.
	 */
	public static function is_protected( $subject = null ): bool {
		if ( $subject instanceof WP_Post ) {
			return self::is_post_protected( $subject );
		}
		$is_protected = self::is_whole_site() || ( $subject instanceof WP_Query && self::is_query_protected( $subject ) );
		return (bool) apply_filters( 'lintel_gate_is_protected', $is_protected, $subject );
	}

	/**
	 * Whether the whole site is behind the gate.
	 */
	public static function is_whole_site(): bool {
		return 'site' === Lintel_Gate_Settings::get( 'scope' );
	}

	/**
	 * Whether anything is chosen: here, or by another part of the plugin (products of a shop).
	 */
	public static function has_choice(): bool {
		return 'off' !== Lintel_Gate_Settings::get( 'scope' ) || array() !== self::ids() || array() !== array_filter( self::terms() );
	}

	/**
	 * Whether what is chosen is being found out.
	 */
	public static function is_deciding(): bool {
		return self::$is_deciding;
	}

	/**
	 * Lets the post of an open path be shown.
	 *
	 * @param int $post_id The post.
	 */
	public static function open( int $post_id ): void {
		self::$open_post = $post_id;
		self::$verdicts  = array();
	}

	private static function is_post_protected( WP_Post $post ): bool {
		$id = (int) $post->ID;
		if ( ! isset( self::$verdicts[ $id ] ) ) {
			// The filter below may read this post itself; it then gets the careful answer.
			self::$verdicts[ $id ] = true;
			self::$verdicts[ $id ] = $id !== self::$open_post
				&& (bool) apply_filters( 'lintel_gate_is_protected', self::is_chosen( $post ), $post );
		}
		return self::$verdicts[ $id ];
	}

	private static function is_chosen( WP_Post $post ): bool {
		$id = (int) $post->ID;
		if ( in_array( $id, self::ids(), true ) || in_array( $post->post_type, self::types(), true ) ) {
			return true;
		}
		foreach ( self::terms() as $taxonomy => $terms ) {
			$of_post = array() === $terms ? array() : get_the_terms( $id, $taxonomy );
			if ( is_array( $of_post ) && array_intersect( $terms, array_map( 'intval', wp_list_pluck( $of_post, 'term_id' ) ) ) ) {
				return true;
			}
		}
		if ( 'attachment' === $post->post_type && in_array( $id, self::shown(), true ) ) {
			return true;
		}
		$parent = in_array( $post->post_type, self::BELONGING_TYPES, true ) ? get_post( $post->post_parent ?: -1 ) : null;
		return $parent instanceof WP_Post && $parent->ID !== $id && self::is_post_protected( $parent );
	}

	private static function is_query_protected( WP_Query $query ): bool {
		$queried = $query->get_queried_object();
		if ( $queried instanceof WP_Post ) {
			// Pages, attachments, previews, and the page that shows the latest posts.
			return self::is_post_protected( $queried );
		}
		// A page of a post that the post does not have is "not found", and its post is known all the same.
		if ( ( $query->is_singular() || $query->is_404() ) && isset( $query->posts[0] ) && $query->posts[0] instanceof WP_Post ) {
			return self::is_post_protected( $query->posts[0] );
		}
		if ( $queried instanceof WP_Term ) {
			$terms = self::terms();
			return in_array( (int) $queried->term_id, isset( $terms[ $queried->taxonomy ] ) ? $terms[ $queried->taxonomy ] : array(), true );
		}
		return $queried instanceof WP_Post_Type && in_array( $queried->name, self::types(), true );
	}

	/**
	 * Posts that are protected one by one.
	 *
	 * @return int[]
	 */
	public static function ids(): array {
		return self::chosen(
			'ids',
			static function (): array {
				$ids = 'parts' === Lintel_Gate_Settings::get( 'scope' ) ? Lintel_Gate_Settings::get( 'pages' ) : array();
				return array_map( 'intval', (array) apply_filters( 'lintel_gate_protected_ids', $ids ) );
			}
		);
	}

	/**
	 * Post types that are protected as a whole. A site behind the gate is all types that it shows to visitors; what a
	 * theme keeps as posts (menus, templates) stays out of this.
	 *
	 * @return string[]
	 */
	public static function types(): array {
		if ( self::is_whole_site() ) {
			return array_values( array_filter( get_post_types(), 'is_post_type_viewable' ) );
		}
		return 'parts' === Lintel_Gate_Settings::get( 'scope' ) ? Lintel_Gate_Settings::get( 'post_types' ) : array();
	}

	/**
	 * Terms whose posts are protected, with the terms below them.
	 *
	 * @return array<string, int[]>
	 */
	public static function terms(): array {
		return self::chosen(
			'terms',
			static function (): array {
				$chosen = 'parts' === Lintel_Gate_Settings::get( 'scope' ) ? Lintel_Gate_Settings::get( 'categories' ) : array();
				$terms  = array();
				foreach ( (array) apply_filters( 'lintel_gate_protected_terms', array( 'category' => $chosen ) ) as $taxonomy => $ids ) {
					$ids = taxonomy_exists( $taxonomy ) ? array_map( 'intval', (array) $ids ) : array();
					$all = $ids;
					foreach ( $ids as $id ) {
						$below = get_term_children( $id, $taxonomy );
						$all   = array_merge( $all, is_array( $below ) ? array_map( 'intval', $below ) : array() );
					}
					$terms[ $taxonomy ] = $all;
				}
				return $terms;
			}
		);
	}

	/**
	 * Attachments that protected posts show, whoever they belong to: a picture is no less protected because it was in the
	 * library before the page.
	 *
	 * @return int[]
	 */
	private static function shown(): array {
		return in_array( 'attachment', self::types(), true )
			? array()
			: self::chosen(
				'shown',
				static function (): array {
					return Lintel_Gate_Media::shown_by( self::posts_sql() );
				}
			);
	}

	private static function chosen( string $name, callable $find ): array {
		if ( isset( self::$choices[ $name ] ) ) {
			return self::$choices[ $name ];
		}
		$before            = self::$is_deciding;
		self::$is_deciding = true;
		$found             = $find();
		self::$is_deciding = $before;
		if ( did_action( 'wp_loaded' ) ) {
			self::$choices[ $name ] = $found;
		}
		return $found;
	}

	/**
	 * SQL that selects the ids of all protected posts; an empty text when nothing is chosen.
	 */
	public static function ids_sql(): string {
		global $wpdb;
		$protected = self::posts_sql();
		if ( '' === $protected ) {
			return '';
		}
		$belonging = "'" . implode( "','", self::BELONGING_TYPES ) . "'";
		return "$protected UNION SELECT b.ID FROM {$wpdb->posts} b WHERE b.post_type IN ($belonging) AND b.post_parent IN ($protected)"
			. ( self::shown() ? " UNION SELECT m.ID FROM {$wpdb->posts} m WHERE m.ID IN (" . implode( ',', self::shown() ) . ')' : '' );
	}

	/** The chosen posts, without what belongs to them. */
	private static function posts_sql(): string {
		global $wpdb;
		$conditions = array();
		if ( self::ids() ) {
			$conditions[] = 'p.ID IN (' . implode( ',', self::ids() ) . ')';
		}
		if ( self::types() ) {
			$conditions[] = "p.post_type IN ('" . implode( "','", array_map( 'esc_sql', self::types() ) ) . "')";
		}
		foreach ( self::terms() as $taxonomy => $terms ) {
			if ( $terms ) {
				$conditions[] = "p.ID IN (SELECT r.object_id FROM {$wpdb->term_relationships} r JOIN {$wpdb->term_taxonomy} t"
					. " ON t.term_taxonomy_id = r.term_taxonomy_id WHERE t.taxonomy = '" . esc_sql( $taxonomy )
					. "' AND t.term_id IN (" . implode( ',', $terms ) . '))';
			}
		}
		if ( ! $conditions ) {
			return '';
		}
		return "SELECT p.ID FROM {$wpdb->posts} p WHERE (" . implode( ' OR ', $conditions ) . ')'
			. ( self::$open_post ? ' AND p.ID <> ' . self::$open_post : '' );
	}
}
