<?php
/**
 * Lists: archives, search results, feeds, sitemaps, widgets, REST collections, admin-ajax.php, and whatever another
 * plugin asks the database for. Protected posts are left out of them in the database. Where the owner wants titles in
 * lists, the posts stay and lose everything else.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Takes protected posts out of queries.
 */
final class Lintel_Gate_Lists {
	/** @var bool Whether the gate itself looks for a post. */
	private static $is_looking = false;

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		add_action( 'pre_get_posts', array( self::class, 'insist_on_filters' ), PHP_INT_MAX );
		add_filter( 'posts_where', array( self::class, 'where' ), PHP_INT_MAX, 2 );
		add_filter( 'the_posts', array( self::class, 'posts' ), PHP_INT_MAX, 2 );
		add_filter( 'get_pages', array( self::class, 'pages' ), PHP_INT_MAX );
		add_filter( 'comment_feed_where', array( self::class, 'comment_feed_where' ), PHP_INT_MAX );
		add_filter( 'comments_clauses', array( self::class, 'comments_clauses' ), PHP_INT_MAX );
		add_filter( 'the_comments', array( self::class, 'comments' ), PHP_INT_MAX );
		add_filter( 'get_previous_post_where', array( self::class, 'adjacent_where' ), PHP_INT_MAX );
		add_filter( 'get_next_post_where', array( self::class, 'adjacent_where' ), PHP_INT_MAX );
		add_filter( 'getarchives_where', array( self::class, 'archives_where' ), PHP_INT_MAX );
		add_filter( 'wp_sitemaps_taxonomies_query_args', array( self::class, 'sitemap_terms' ), PHP_INT_MAX, 2 );
		// A wrong address would otherwise be answered with the title of the post that was meant.
		add_filter( 'redirect_canonical', array( self::class, 'no_redirect' ), PHP_INT_MAX );
		add_filter( 'do_redirect_guess_404_permalink', array( self::class, 'no_guess' ), PHP_INT_MAX );
		add_filter( 'old_slug_redirect_post_id', array( self::class, 'no_old_slug' ), PHP_INT_MAX );
	}

	/**
	 * Whether this request gets lists without protected posts.
	 */
	public static function are_filtered(): bool {
		return ! Lintel_Gate_Protection::is_deciding() && Lintel_Gate_Settings::is_on() && ! Lintel_Gate_Requests::is_nobody() && ! Lintel_Gate::may_see();
	}

	/**
	 * Whether posts stay in lists with their titles.
	 */
	public static function show_titles(): bool {
		return 'show' === Lintel_Gate_Settings::get( 'titles' );
	}

	/**
	 * Many lists are asked for without filters (get_posts() does by default). This one is not to be passed by.
	 *
	 * @param WP_Query $query The query.
	 */
	public static function insist_on_filters( $query ): void {
		if ( self::are_filtered() ) {
			$query->set( 'suppress_filters', false );
		}
	}

	/**
	 * Leaves protected posts out.
	 *
	 * @param string   $where SQL.
	 * @param WP_Query $query The query.
	 */
	public static function where( $where, $query ) {
		global $wpdb;
		if ( ! self::are_filtered() || self::is_gated_itself( $query ) ) {
			return $where;
		}
		// A search that finds a post says that the word stands in it; ids become posts that nobody looks at again.
		// A sitemap is for search engines, which are visitors without proof.
		$keeps_titles = self::show_titles() && ! $query->is_search() && '' === (string) get_query_var( 'sitemap' ) && ! in_array( $query->get( 'fields' ), array( 'ids', 'id=>parent' ), true );
		return $keeps_titles ? $where : $where . self::but_not( "{$wpdb->posts}.ID" );
	}

	/**
	 * The same once more for what only a filter of another plugin knows to be protected.
	 *
	 * @param array    $posts Posts.
	 * @param WP_Query $query The query.
	 */
	public static function posts( $posts, $query ) {
		return self::are_filtered() && is_array( $posts ) && ! self::is_gated_itself( $query ) ? self::without_protected( $posts ) : $posts;
	}

	/**
	 * Lists of pages do not come from a query.
	 *
	 * @param array $pages Pages.
	 */
	public static function pages( $pages ) {
		return self::are_filtered() && is_array( $pages ) ? self::without_protected( $pages ) : $pages;
	}

	/**
	 * The feed of all comments.
	 *
	 * @param string $where SQL.
	 */
	public static function comment_feed_where( $where ) {
		global $wpdb;
		return self::are_filtered() && ! is_singular() ? $where . self::but_not( "{$wpdb->comments}.comment_post_ID" ) : $where;
	}

	/**
	 * Lists of comments.
	 *
	 * @param array $clauses Parts of the SQL.
	 */
	public static function comments_clauses( $clauses ) {
		global $wpdb;
		if ( self::are_filtered() ) {
			$but               = self::but_not( "{$wpdb->comments}.comment_post_ID" );
			$clauses['where'] .= '' === trim( $clauses['where'] ) ? preg_replace( '/\A AND /', '', $but ) : $but;
		}
		return $clauses;
	}

	/**
	 * Comments under posts that only a filter knows to be protected.
	 *
	 * @param array $comments Comments.
	 */
	public static function comments( $comments ) {
		if ( ! self::are_filtered() || ! is_array( $comments ) ) {
			return $comments;
		}
		return array_values(
			array_filter(
				$comments,
				static function ( $comment ): bool {
					$post = $comment instanceof WP_Comment ? get_post( (int) $comment->comment_post_ID ) : null;
					return ! $post || ! Lintel_Gate_Protection::is_protected( $post );
				}
			)
		);
	}

	/**
	 * "Previous" and "next" under a post.
	 *
	 * @param string $where SQL.
	 */
	public static function adjacent_where( $where ) {
		return self::are_filtered() ? $where . self::but_not( 'p.ID' ) : $where;
	}

	/**
	 * Archives by date and by post.
	 *
	 * @param string $where SQL.
	 */
	public static function archives_where( $where ) {
		global $wpdb;
		return self::are_filtered() ? $where . self::but_not( "{$wpdb->posts}.ID" ) : $where;
	}

	/**
	 * Sitemaps of terms.
	 *
	 * @param array  $args     Arguments of the query.
	 * @param string $taxonomy The taxonomy.
	 */
	public static function sitemap_terms( $args, $taxonomy ) {
		$terms = Lintel_Gate_Protection::terms();
		if ( self::are_filtered() && ! empty( $terms[ $taxonomy ] ) ) {
			$args['exclude'] = array_merge( isset( $args['exclude'] ) ? (array) $args['exclude'] : array(), $terms[ $taxonomy ] );
		}
		return $args;
	}

	/**
	 * Whether WordPress may guess an address.
	 *
	 * @param bool $may Whether it may.
	 */
	public static function no_guess( $may ) {
		return self::are_filtered() ? false : $may;
	}

	/**
	 * The address that WordPress would rather be asked.
	 *
	 * @param string|false $url The address.
	 */
	public static function no_redirect( $url ) {
		return is_string( $url ) && Lintel_Gate_Texts::is_withheld( self::post_at( $url ) ) ? false : $url;
	}

	/**
	 * The post at an address of this site, protected or not. WordPress finds it by a query.
	 *
	 * @param string $url The address.
	 */
	public static function post_at( string $url ): int {
		self::$is_looking = true;
		$id               = url_to_postid( $url );
		self::$is_looking = false;
		return $id;
	}

	/**
	 * The post that an old address leads to.
	 *
	 * @param int $id The post.
	 */
	public static function no_old_slug( $id ) {
		$post = $id ? get_post( $id ) : null;
		return self::are_filtered() && $post && Lintel_Gate_Protection::is_protected( $post ) ? 0 : $id;
	}

	/** What the request itself asks for is stopped as a whole (Lintel_Gate_Requests::on_wp), and not answered with "not found". */
	private static function is_gated_itself( WP_Query $query ): bool {
		// Uploaded files are looked up, not listed.
		if ( self::$is_looking || true === $query->get( 'lintel_gate_all' ) ) {
			return true;
		}
		return $query->is_main_query() && $query->is_singular() && ! is_admin();
	}

	private static function but_not( string $column ): string {
		$ids = Lintel_Gate_Protection::ids_sql();
		return '' === $ids ? '' : " AND $column NOT IN ($ids)";
	}

	private static function without_protected( array $posts ): array {
		$kept = array();
		foreach ( $posts as $post ) {
			$post = is_object( $post ) && ! $post instanceof WP_Post ? $post : get_post( $post );
			if ( ! $post instanceof WP_Post || ! Lintel_Gate_Protection::is_protected( $post ) ) {
				$kept[] = $post;
			} elseif ( self::show_titles() ) {
				$kept[] = Lintel_Gate_Texts::without_text( $post );
			}
		}
		return $kept;
	}
}
